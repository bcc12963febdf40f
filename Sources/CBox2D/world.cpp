#include "CBox2D.h"

// As in mathematics.c, never contract two roundings into one, whatever the processor can do.
#pragma STDC FP_CONTRACT OFF

#include <box2d/box2d.h>

#include <cmath>
#include <vector>

// A point is 1/32 of a Box2D meter: the slop of 5 mm is then a sixth of a point, and the top speed of two meters per
// step is 7,680 points per second at 120 steps. A power of two changes no digit.
static const float meters = 1.0f / 32;
static const double points = 32;

// Box2D keeps shapes apart by the sum of their radii minus the slop. Items have the usual radius and are shrunk by it,
// minus half of the slop; boundaries have the other half. Touching items are therefore drawn as touching.
static const float slop = b2_linearSlop;
static const float skin = b2_polygonRadius - slop / 2;

// Minimum width of slivers, in meters.
static const float thinnest = 0.02f;
// Distance beyond which items are disabled, since they cannot come back.
static const float farthest = 1e5f * meters;
// Speed below which nothing bounces: 20 points per second; gravity adds 8 per step.
static const float slowest_bounce = 20 * meters;
// An item in contact, with at least this friction and slower than this share of the speed that its push adds per step,
// is damped by this factor in each step.
static const float calm_friction = 0.15f;
static const float calm_share = 0.6f;
static const float calm_rest = 0.8f;
// Cosine of the angle between two normals up to which contacts are of one side.
static const float same_side = 0.98f;
// An item that has moved less than this many points in this many seconds, as well as all items it touches, is put to
// rest: otherwise a heap may creep forever. Under a weak push, the limit is a fraction of the distance that the push
// alone would cover.
static const double resting_way = 0.5;
static const double resting_time = 0.5;
static const double least_resting_way = 0.02;
static const double resting_share = 0.25;
// Ratio of masses above which lighter items are raised, and the share of the heaviest mass that they then have at
// least: Box2D can't hold a heavy item on much lighter ones, which it presses flat or squeezes out.
static const float largest_ratio = 32;
static const float least_share = 1.0f / 16;
// Change of a push that wakes an item at rest, in points per second squared.
static const double waking_push = 1;

// Maximum number of items for which continuous collision detection is on. Among more items, an item penetrates for a
// step and is pushed out.
static const size_t most_stopped = 256;

static const uint16 item_category = 1;
static const uint16 boundary_category = 2;

namespace {

struct Item {
    b2Body *body;
    /// Factors of pushes that make a step under resistance give the exact velocity change.
    float gain, angular_gain;
    double resistance, angular_resistance;
    hanabi_push push;
    /// Position and angle at the last check for rest, and the distance of the farthest corner from the center.
    b2Vec2 still_at;
    float still_angle, reach;
    bool is_attached;
    /// Position before the step.
    b2Vec2 before;
    float elasticity;
    bool meets_boundaries;
    b2MassData mass;
    /// Whether the body has more than its own mass.
    bool is_raised;
    /// Farthest that any point of the item has been, since the last check for rest, from where it was then; in points.
    double way = 0;
};

struct Line {
    b2Vec2 start, end;
};

class Filter : public b2ContactFilter {
public:
    b2World *world = nullptr;
    int32 most_contacts = 0;
    /// Pairs rejected in the current step.
    int32 rejected = 0;

    bool ShouldCollide(b2Fixture *a, b2Fixture *b) override {
        // Contacts with static bodies, which hold all others, take precedence.
        bool is_held = a->GetBody()->GetType() != b2_dynamicBody || b->GetBody()->GetType() != b2_dynamicBody;
        int32 most = is_held ? 2 * most_contacts : most_contacts;
        if (world->GetContactCount() < most) return b2ContactFilter::ShouldCollide(a, b);
        rejected += 1;
        return false;
    }
};

/// Counts the contacts that are looked at: once in each step, and again each time an item is stopped at a line.
class Listener : public b2ContactListener {
public:
    int32 looks = 0;

    void PreSolve(b2Contact *, const b2Manifold *) override { looks += 1; }
};

b2Vec2 place(double x, double y) { return b2Vec2(float(x) * meters, float(y) * meters); }

}

struct hanabi_world {
    b2World world;
    Filter filter;
    Listener listener;
    double step;
    int64_t steps = 0;
    b2Body *ground;
    /// Box that items whose center is inside cannot leave; none if it has no extent.
    b2AABB room = {b2Vec2(0, 0), b2Vec2(0, 0)};
    std::vector<Item> items;
    std::vector<Line> lines;
    /// Whether masses fit the items that are there.
    bool is_balanced = false;

    hanabi_world(double step, int32 most_contacts) : world(b2Vec2(0, 0)), step(step) {
        filter.world = &world;
        filter.most_contacts = most_contacts;
        world.SetContactFilter(&filter);
        world.SetContactListener(&listener);
        b2BodyDef definition;
        ground = world.CreateBody(&definition);
    }

    /// Damping that makes Box2D's division by 1 + damping·step equal e^(−resistance·step).
    float damping(double resistance) const { return float((hanabi_exponential(resistance * step) - 1) / step); }

    float gain(double resistance) const {
        double loss = resistance * step;
        return loss < 1e-6 ? 1 : float((hanabi_exponential(loss) - 1) / loss);
    }
};

/// Makes two bodies touch once, because Box2D then fills a static table, which several threads must not do at a time.
static bool touch_once() {
    b2World world(b2Vec2(0, 0));
    b2CircleShape circle;
    circle.m_radius = 1;
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    for (int count = 0; count < 2; count++) world.CreateBody(&definition)->CreateFixture(&circle, 1);
    world.Step(1.0f / 60, 1, 1);
    return true;
}

hanabi_world *hanabi_world_create(double step, int32_t most_contacts) {
    static const bool is_ready = touch_once();
    (void)is_ready;
    return new hanabi_world(step, most_contacts);
}

// Whether corners span enough area for Box2D, which merges corners closer than half of its slop, and aborts the process
// if fewer than three are left.
static bool is_polygon(const b2Vec2 *corners, int count) {
    float largest = 0;
    for (int first = 0; first < count; first++)
        for (int second = first + 1; second < count; second++)
            for (int third = second + 1; third < count; third++)
                largest = b2Max(largest, b2Abs(b2Cross(corners[second] - corners[first], corners[third] - corners[first])));
    return largest > 16 * b2_linearSlop * b2_linearSlop;
}

void hanabi_world_destroy(hanabi_world *world) { delete world; }

static Item make_item(hanabi_world *world, const hanabi_item *item, size_t index) {
    b2BodyDef definition;
    definition.type = item->is_anchored ? b2_staticBody : b2_dynamicBody;
    definition.position = place(item->x, item->y);
    definition.angle = float(item->angle);
    definition.linearVelocity = place(item->velocity_x, item->velocity_y);
    definition.angularVelocity = float(item->spin);
    definition.linearDamping = world->damping(item->resistance);
    definition.angularDamping = world->damping(item->angular_resistance);
    definition.fixedRotation = !item->turns;
    // Box2D's own sleeping depends on speeds, but a heap creeps, and an item at its apex in the air would count as
    // resting.
    definition.allowSleep = false;
    definition.userData.pointer = index;
    b2Body *body = world->world.CreateBody(&definition);

    b2Vec2 half(b2Max(float(item->width) * meters, thinnest) / 2, b2Max(float(item->height) * meters, thinnest) / 2);
    float inset = b2Min(skin, b2Min(half.x, half.y) / 2);
    b2PolygonShape box;
    b2CircleShape circle;
    b2FixtureDef fixture;
    float reach = half.Length();
    if (item->corner_count >= 3) {
        b2Vec2 corners[8], middle(0, 0);
        reach = 0;
        for (int index = 0; index < item->corner_count; index++) {
            corners[index] = place(item->corners[2 * index], item->corners[2 * index + 1]);
            middle += (1.0f / item->corner_count) * corners[index];
            reach = b2Max(reach, corners[index].Length());
        }
        for (int index = 0; index < item->corner_count; index++) {
            b2Vec2 way = middle - corners[index];
            float length = way.Length();
            if (length > 0) corners[index] += b2Min(skin / length, 0.25f) * way;
        }
        if (is_polygon(corners, item->corner_count)) {
            box.Set(corners, item->corner_count);
            box.m_radius = skin + slop / 2;
            fixture.shape = &box;
        } else {
            // Shrunk to almost nothing: Box2D rejects polygons without area.
            reach = b2Max(reach, thinnest / 2);
            circle.m_radius = reach + slop / 2;
            fixture.shape = &circle;
        }
    } else if (!item->is_round) {
        box.SetAsBox(half.x - inset, half.y - inset);
        box.m_radius = inset + slop / 2;
        fixture.shape = &box;
    } else if (b2Abs(half.x - half.y) <= 0.01f * half.x) {
        circle.m_radius = half.x + slop / 2;
        fixture.shape = &circle;
    } else {
        // The maximum number of corners in Box2D, on the ellipse.
        b2Vec2 corners[8];
        for (int index = 0; index < 8; index++) {
            double cosine, sine;
            hanabi_turn(index * (b2_pi / 4.0), &cosine, &sine);
            corners[index].Set((half.x - inset) * float(cosine), (half.y - inset) * float(sine));
        }
        box.Set(corners, 8);
        box.m_radius = inset + slop / 2;
        fixture.shape = &box;
    }
    fixture.friction = float(item->friction);
    fixture.restitution = float(item->elasticity);
    fixture.restitutionThreshold = slowest_bounce;
    fixture.filter.categoryBits = item_category;
    fixture.filter.maskBits = (item->meets_items ? item_category : 0) | (item->meets_boundaries ? boundary_category : 0);
    // Without a shape, Box2D never looks for items nearby.
    if (fixture.filter.maskBits != 0) body->CreateFixture(&fixture);

    // The mass is that of the drawn shape, not of the inset one.
    b2MassData mass;
    mass.mass = float(item->mass);
    mass.center.SetZero();
    b2Vec2 square(4 * half.x * half.x, 4 * half.y * half.y);
    mass.I = item->is_round ? mass.mass * (square.x + square.y) / 16 : mass.mass * (square.x + square.y) / 12;
    if (!item->is_anchored) body->SetMassData(&mass);
    hanabi_push none = {0, 0, 0};
    return {body, world->gain(item->resistance), world->gain(item->angular_resistance), item->resistance, item->angular_resistance, none,
            body->GetPosition(), body->GetAngle(), reach, false, body->GetPosition(), float(item->elasticity), item->meets_boundaries, mass, false};
}

/// Raises the masses of items that are much lighter than the heaviest one, as far as contacts are concerned: pushes are
/// accelerations. Attached items keep their masses, by which springs and friction are measured.
static void balance(hanabi_world *world) {
    world->is_balanced = true;
    float heaviest = 0, lightest = b2_maxFloat;
    for (const Item &item : world->items) {
        if (item.body->GetType() != b2_dynamicBody || !item.body->IsEnabled()) continue;
        heaviest = b2Max(heaviest, item.mass.mass);
        lightest = b2Min(lightest, item.mass.mass);
    }
    float least = heaviest > largest_ratio * lightest ? least_share * heaviest : 0;
    for (Item &item : world->items) {
        bool is_raised = item.mass.mass < least && !item.is_attached;
        if (item.body->GetType() != b2_dynamicBody || (!is_raised && !item.is_raised)) continue;
        b2MassData mass = item.mass;
        if (is_raised) {
            mass.I *= least / mass.mass;
            mass.mass = least;
        }
        item.body->SetMassData(&mass);
        item.is_raised = is_raised;
    }
}

int32_t hanabi_world_add_item(hanabi_world *world, const hanabi_item *item) {
    world->items.push_back(make_item(world, item, world->items.size()));
    return int32_t(world->items.size()) - 1;
}

void hanabi_world_add_boundary(hanabi_world *world, double x, double y, double end_x, double end_y, double friction, double elasticity) {
    b2EdgeShape edge;
    edge.SetTwoSided(place(x, y), place(end_x, end_y));
    edge.m_radius = slop / 2;
    b2FixtureDef fixture;
    fixture.shape = &edge;
    fixture.friction = float(friction);
    fixture.restitution = float(elasticity);
    fixture.restitutionThreshold = slowest_bounce;
    fixture.filter.categoryBits = boundary_category;
    world->ground->CreateFixture(&fixture);
    world->lines.push_back({edge.m_vertex1, edge.m_vertex2});
}

/// Reduces a spring's damping so that it swings as long as it should: Box2D's springs lose energy in proportion to the
/// step. Stiff springs stay as they are, which keeps them stable.
static void keep_swinging(const hanabi_world *world, float frequency, float stiffness, float &damping) {
    float turn = 2 * b2_pi * frequency * float(world->step);
    float share = b2Clamp(2 - 2 * turn, 0.0f, 0.98f);
    damping -= share * float(world->step) * stiffness;
}

void hanabi_world_attach(hanabi_world *world, const hanabi_attachment *attachment) {
    // The item comes second, so that a spring to a fixed point uses the item's mass.
    b2Body *body = world->items[attachment->item].body;
    b2Body *other = attachment->other < 0 ? world->ground : world->items[attachment->other].body;
    world->items[attachment->item].is_attached = true;
    b2Vec2 at = place(attachment->x, attachment->y);
    b2Vec2 other_at = place(attachment->other_x, attachment->other_y);
    float stiffness = 0, damping = 0;
    float frequency = float(attachment->frequency), ratio = float(attachment->damping);
    float friction = float(attachment->friction * 100) * meters;
    switch (attachment->kind) {
    case hanabi_attachment_length:
    case hanabi_attachment_limit: {
        b2DistanceJointDef joint;
        joint.Initialize(other, body, other_at, at);
        joint.length = b2Max(slop, float(attachment->length) * meters);
        joint.minLength = joint.maxLength = joint.length;
        if (attachment->kind == hanabi_attachment_limit) {
            joint.minLength = 0;
        } else if (frequency > 0) {
            b2LinearStiffness(joint.stiffness, joint.damping, frequency, ratio, other, body);
            keep_swinging(world, frequency, joint.stiffness, joint.damping);
            joint.minLength = 0;
            joint.maxLength = b2_maxFloat;
        }
        joint.collideConnected = true;
        world->world.CreateJoint(&joint);
        return;
    }
    case hanabi_attachment_spring: {
        b2MouseJointDef joint;
        joint.bodyA = world->ground;
        joint.bodyB = body;
        // The joint holds the point that is at the target on creation.
        joint.target = at;
        b2LinearStiffness(stiffness, damping, frequency, ratio, world->ground, body);
        keep_swinging(world, frequency, stiffness, damping);
        joint.stiffness = stiffness;
        joint.damping = damping;
        joint.maxForce = 1e9f;
        b2MouseJoint *made = static_cast<b2MouseJoint *>(world->world.CreateJoint(&joint));
        made->SetTarget(other_at);
        return;
    }
    case hanabi_attachment_pin: {
        b2RevoluteJointDef joint;
        joint.Initialize(other, body, at);
        joint.enableLimit = attachment->has_range;
        joint.lowerAngle = float(attachment->lowest);
        joint.upperAngle = float(attachment->highest);
        joint.enableMotor = friction > 0;
        joint.maxMotorTorque = friction;
        world->world.CreateJoint(&joint);
        return;
    }
    case hanabi_attachment_sliding: {
        b2PrismaticJointDef joint;
        joint.Initialize(other, body, at, b2Vec2(float(attachment->axis_x), float(attachment->axis_y)));
        joint.enableLimit = attachment->has_range;
        joint.lowerTranslation = float(attachment->lowest) * meters;
        joint.upperTranslation = float(attachment->highest) * meters;
        joint.enableMotor = friction > 0;
        joint.maxMotorForce = friction;
        world->world.CreateJoint(&joint);
        return;
    }
    case hanabi_attachment_fixed: {
        b2WeldJointDef joint;
        joint.Initialize(other, body, at);
        if (frequency > 0) b2AngularStiffness(joint.stiffness, joint.damping, frequency, ratio, other, body);
        world->world.CreateJoint(&joint);
        return;
    }
    }
}

/// Takes a velocity back by half a step.
static void stagger(const hanabi_world *world, Item &item, const hanabi_push &push) {
    double half = world->step / 2;
    // v(−h) = v·e^(rh) − a·(e^(rh) − 1)/r. A velocity lost within a step or two is left as it is.
    double loss = item.resistance * half, angular_loss = item.angular_resistance * half;
    b2Vec2 velocity = item.body->GetLinearVelocity();
    if (loss <= 0.5) {
        double grown = hanabi_exponential(loss);
        double gained = loss < 1e-6 ? half : (grown - 1) / item.resistance;
        velocity = float(grown) * velocity - place(push.x * gained, push.y * gained);
        item.body->SetLinearVelocity(velocity);
    }
    if (angular_loss <= 0.5) {
        double grown = hanabi_exponential(angular_loss);
        double gained = angular_loss < 1e-6 ? half : (grown - 1) / item.angular_resistance;
        item.body->SetAngularVelocity(float(grown * item.body->GetAngularVelocity() - push.turn * gained));
    }
}

void hanabi_world_expect(hanabi_world *world, int32_t most_items) {
    // Box2D stops each item that would hit a line within a step, one after another, and checks all pairs each time.
    world->world.SetContinuousPhysics(size_t(most_items) <= most_stopped);
}

void hanabi_world_stagger(hanabi_world *world, const hanabi_push *pushes) {
    for (size_t index = 0; index < world->items.size(); index++) stagger(world, world->items[index], pushes[index]);
}

int32_t hanabi_world_enter(hanabi_world *world, int32_t place, const hanabi_item *item, const hanabi_push *push) {
    size_t index = place < 0 ? world->items.size() : size_t(place);
    if (place >= 0) world->world.DestroyBody(world->items[index].body);
    Item made = make_item(world, item, index);
    stagger(world, made, *push);
    if (place < 0) {
        world->items.push_back(made);
    } else {
        world->items[index] = made;
    }
    world->is_balanced = false;
    return int32_t(index);
}

void hanabi_world_leave(hanabi_world *world, int32_t item) {
    b2Body *body = world->items[item].body;
    // The end of a contact wakes both bodies.
    body->SetEnabled(false);
    body->SetAwake(false);
    world->is_balanced = false;
}

void hanabi_world_kick(hanabi_world *world, int32_t item, double x, double y, double spin) {
    b2Body *body = world->items[item].body;
    if (!body->IsEnabled() || body->GetType() != b2_dynamicBody) return;
    body->SetAwake(true);
    body->SetLinearVelocity(body->GetLinearVelocity() + place(x, y));
    if (!body->IsFixedRotation()) body->SetAngularVelocity(body->GetAngularVelocity() + float(spin));
}

void hanabi_world_keep_within(hanabi_world *world, double width, double height) { world->room.upperBound = place(width, height); }

/// Puts back items that crossed a line, pushed by others or too fast for a contact to hold: lines have no thickness.
static void keep_sides(hanabi_world *world) {
    const b2Vec2 low = world->room.lowerBound, high = world->room.upperBound;
    for (Item &item : world->items) {
        if (!item.meets_boundaries || item.body->GetType() != b2_dynamicBody || !item.body->IsAwake()) continue;
        const b2Vec2 before = item.before;
        b2Vec2 at = item.body->GetPosition(), velocity = item.body->GetLinearVelocity();
        bool is_out = false;
        auto turn_back = [&](b2Vec2 normal) {
            // The normal points back inside.
            float speed = b2Dot(velocity, normal);
            if (speed < 0) velocity -= (1 + item.elasticity) * speed * normal;
            is_out = true;
        };
        if (high.x > low.x && before.x > low.x && before.x < high.x && before.y > low.y && before.y < high.y) {
            if (at.x <= low.x) turn_back(b2Vec2(1, 0));
            if (at.x >= high.x) turn_back(b2Vec2(-1, 0));
            if (at.y <= low.y) turn_back(b2Vec2(0, 1));
            if (at.y >= high.y) turn_back(b2Vec2(0, -1));
        }
        for (const Line &line : world->lines) {
            b2Vec2 along = line.end - line.start;
            float was = b2Cross(along, before - line.start), is = b2Cross(along, at - line.start);
            if (was == 0 || was * is > 0) continue;
            b2Vec2 way = at - before;
            float start = b2Cross(way, line.start - before), end = b2Cross(way, line.end - before);
            if (start * end > 0) continue;
            b2Vec2 normal(-along.y, along.x);
            normal.Normalize();
            turn_back(was > 0 ? normal : -normal);
        }
        if (!is_out) continue;
        item.body->SetTransform(before, item.body->GetAngle());
        item.body->SetLinearVelocity(velocity);
    }
}

static size_t group_of(std::vector<size_t> &groups, size_t index) {
    while (groups[index] != index) index = groups[index] = groups[groups[index]];
    return index;
}

/// Puts groups of touching items to rest that have not moved for a while, if something holds them.
static void let_rest(hanabi_world *world) {
    std::vector<Item> &items = world->items;
    std::vector<size_t> groups(items.size());
    // A group may rest if all its items are still and at least one of them is held.
    std::vector<char> moves(items.size(), 0), held(items.size(), 0);
    for (size_t index = 0; index < items.size(); index++) groups[index] = index;
    auto join = [&](b2Body *a, b2Body *b, bool holds) {
        bool is_first = a->GetType() == b2_dynamicBody, is_second = b->GetType() == b2_dynamicBody;
        size_t one = a->GetUserData().pointer, other = b->GetUserData().pointer;
        if (is_first && is_second) {
            groups[group_of(groups, one)] = group_of(groups, other);
        } else if (holds) {
            held[is_first ? one : other] = 1;
        }
    };
    for (b2Contact *contact = world->world.GetContactList(); contact != nullptr; contact = contact->GetNext()) {
        if (contact->IsTouching()) join(contact->GetFixtureA()->GetBody(), contact->GetFixtureB()->GetBody(), true);
    }
    for (b2Joint *joint = world->world.GetJointList(); joint != nullptr; joint = joint->GetNext()) {
        join(joint->GetBodyA(), joint->GetBodyB(), true);
    }
    for (size_t index = 0; index < items.size(); index++) {
        Item &item = items[index];
        if (!item.body->IsEnabled() || !item.body->IsAwake() || item.body->GetType() != b2_dynamicBody) continue;
        const hanabi_push &push = item.push;
        bool is_free = push.x == 0 && push.y == 0 && push.turn == 0 && !item.is_attached;
        // What flies freely between walls may be where it was before, and moves nevertheless. What is pushed against something may
        // tremble in its place, and rests nevertheless.
        double way = (item.body->GetPosition() - item.still_at).Length() * points;
        way += std::fabs(item.body->GetAngle() - item.still_angle) * item.reach * points;
        if (is_free) way = b2Max(way, item.way);
        double pushed = resting_share * std::sqrt(push.x * push.x + push.y * push.y) * resting_time * resting_time / 2;
        if (way > b2Max(least_resting_way, b2Min(resting_way, pushed))) moves[group_of(groups, index)] = 1;
        item.still_at = item.body->GetPosition();
        item.still_angle = item.body->GetAngle();
        item.way = 0;
        if (is_free) held[index] = 1;
    }
    for (size_t index = 0; index < items.size(); index++) {
        if (held[index]) held[group_of(groups, index)] = 1;
    }
    for (size_t index = 0; index < items.size(); index++) {
        Item &item = items[index];
        size_t group = group_of(groups, index);
        if (!item.body->IsEnabled() || !item.body->IsAwake() || item.body->GetType() != b2_dynamicBody || moves[group] || !held[group]) continue;
        item.body->SetAwake(false);
    }
}

/// Whether contacts can hold an item against its push: one alone does within its cone of friction, several from different sides
/// may do together.
static bool is_held(const Item &item) {
    const b2Vec2 push = place(item.push.x, item.push.y);
    b2Vec2 before(0, 0);
    bool holds = false;
    for (b2ContactEdge *edge = item.body->GetContactList(); edge != nullptr; edge = edge->next) {
        if (!edge->contact->IsTouching()) continue;
        b2WorldManifold manifold;
        edge->contact->GetWorldManifold(&manifold);
        // The normal points from the first fixture to the second.
        bool is_first = edge->contact->GetFixtureA()->GetBody() == item.body;
        b2Vec2 normal = is_first ? -manifold.normal : manifold.normal;
        if (before.LengthSquared() > 0 && b2Dot(before, normal) < same_side) return true;
        before = normal;
        float down = -b2Dot(push, normal);
        holds = holds || b2Abs(b2Cross(push, normal)) <= edge->contact->GetFriction() * down;
    }
    return holds;
}

/// Damps items in contact that are slower than their weight makes them within a step, so that heaps stop creeping.
static void calm(hanabi_world *world) {
    for (Item &item : world->items) {
        b2Body *body = item.body;
        if (!body->IsEnabled() || !body->IsAwake() || body->GetType() != b2_dynamicBody) continue;
        const b2Fixture *fixture = body->GetFixtureList();
        if (fixture == nullptr || fixture->GetFriction() < calm_friction) continue;
        float limit = calm_share * float(world->step) * place(item.push.x, item.push.y).Length();
        b2Vec2 velocity = body->GetLinearVelocity();
        if (velocity.Length() > limit || b2Abs(body->GetAngularVelocity()) * item.reach > limit) continue;
        if (!is_held(item)) continue;
        body->SetLinearVelocity(calm_rest * velocity);
        body->SetAngularVelocity(calm_rest * body->GetAngularVelocity());
    }
}

void hanabi_world_step(hanabi_world *world, const hanabi_push *pushes) {
    if (!world->is_balanced) balance(world);
    for (size_t index = 0; index < world->items.size(); index++) {
        Item &item = world->items[index];
        b2Body *body = item.body;
        if (!body->IsEnabled() || body->GetType() != b2_dynamicBody) continue;
        const hanabi_push &push = pushes[index];
        if (!body->IsAwake()) {
            double change = std::fabs(push.x - item.push.x) + std::fabs(push.y - item.push.y);
            if (change < waking_push && std::fabs(push.turn - item.push.turn) < 0.1) continue;
            body->SetAwake(true);
        }
        item.push = push;
        item.before = body->GetPosition();
        body->ApplyForceToCenter(body->GetMass() * item.gain * place(push.x, push.y), false);
        if (push.turn != 0) body->ApplyTorque(body->GetInertia() * item.angular_gain * float(push.turn), false);
    }
    world->filter.rejected = world->listener.looks = 0;
    world->world.Step(float(world->step), 8, 3);
    for (Item &item : world->items) {
        const b2Vec2 &at = item.body->GetPosition();
        if (item.body->IsAwake()) {
            double way = (at - item.still_at).Length() + std::fabs(item.body->GetAngle() - item.still_angle) * item.reach;
            item.way = b2Max(item.way, way * points);
        }
        if (b2Abs(at.x) < farthest && b2Abs(at.y) < farthest) continue;
        if (item.body->IsEnabled() && item.body->GetType() == b2_dynamicBody) item.body->SetEnabled(false);
    }
    keep_sides(world);
    calm(world);
    world->steps += 1;
    if (world->steps % int64_t(resting_time / world->step + 0.5) == 0) let_rest(world);
}

void hanabi_world_read(const hanabi_world *world, hanabi_item_state *states) {
    for (size_t index = 0; index < world->items.size(); index++) {
        const b2Body *body = world->items[index].body;
        const b2Transform &transform = body->GetTransform();
        const b2Vec2 &velocity = body->GetLinearVelocity();
        states[index] = {
            transform.p.x * points, transform.p.y * points, body->GetAngle(), transform.q.c, transform.q.s, velocity.x * points,
            velocity.y * points, body->GetAngularVelocity(), body->IsEnabled() && body->IsAwake() && body->GetType() == b2_dynamicBody,
        };
    }
}

void hanabi_world_count(const hanabi_world *world, hanabi_counts *counts) {
    *counts = hanabi_counts();
    counts->rejected_pairs = world->filter.rejected;
    auto moves = [](const b2Body *body) { return body->GetType() == b2_dynamicBody && body->IsEnabled() && body->IsAwake(); };
    for (const Item &item : world->items) {
        counts->items += item.body->IsEnabled();
        if (!moves(item.body)) continue;
        counts->awake += 1;
        counts->speed += item.body->GetLinearVelocity().Length() * points;
    }
    if (counts->awake > 0) counts->speed /= counts->awake;
    for (const b2Contact *contact = world->world.GetContactList(); contact != nullptr; contact = contact->GetNext()) {
        const b2Body *a = contact->GetFixtureA()->GetBody(), *b = contact->GetFixtureB()->GetBody();
        if (!moves(a) && !moves(b)) continue;
        counts->pairs += 1;
        counts->touching_pairs += contact->IsTouching();
        if (a != world->ground && b != world->ground) continue;
        counts->line_pairs += 1;
        counts->touching_line_pairs += contact->IsTouching();
    }
    counts->stops = b2Max(0, world->listener.looks - counts->touching_pairs);
    for (const b2Joint *joint = world->world.GetJointList(); joint != nullptr; joint = joint->GetNext()) {
        counts->attachments += moves(const_cast<b2Joint *>(joint)->GetBodyA()) || moves(const_cast<b2Joint *>(joint)->GetBodyB());
    }
}

int32_t hanabi_world_contacts(const hanabi_world *world) { return world->world.GetContactCount(); }

double hanabi_world_top_speed(double step) { return b2_maxTranslation * points / step; }
