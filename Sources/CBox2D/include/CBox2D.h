#pragma once

#include <stdbool.h>
#include <stdint.h>

// Box2D's worlds of rigid bodies, for Swift, which does not read C++ here. Lengths are points, y down; times seconds; angles radians;
// masses UIKit's: 1 for 100 × 100 points at density 1.

#ifdef __cplusplus
extern "C" {
#endif

/// A world of items and boundaries.
typedef struct hanabi_world hanabi_world;

/// An item at its start: a box, the ellipse in it, or a convex polygon around its middle.
typedef struct {
    double x, y, width, height, angle;
    double velocity_x, velocity_y, spin;
    double mass;
    double friction, elasticity;
    /// What is left of a velocity after t seconds is e^(−resistance·t) of it.
    double resistance, angular_resistance;
    bool is_round, is_anchored, turns, meets_items, meets_boundaries;
    /// x and y of up to 8 corners of a polygon, in points from the middle; none for a box or an ellipse.
    double corners[16];
    int32_t corner_count;
} hanabi_item;

/// An item later on.
typedef struct {
    double x, y, angle, cosine, sine;
    double velocity_x, velocity_y, spin;
    bool is_awake;
} hanabi_item_state;

/// What pushes an item: points and radians a second, squared.
typedef struct {
    double x, y, turn;
} hanabi_push;

/// How two items, or an item and a fixed point, are attached.
typedef enum {
    /// At a length of each other, or on a spring of that length.
    hanabi_attachment_length,
    /// At a length at the most.
    hanabi_attachment_limit,
    /// Turning about a common point.
    hanabi_attachment_pin,
    /// Along a line.
    hanabi_attachment_sliding,
    /// As one.
    hanabi_attachment_fixed,
    /// One point of an item on a spring without a length to a fixed point.
    hanabi_attachment_spring,
} hanabi_attachment_kind;

/// An attachment. Places are those of the start, on the canvas.
typedef struct {
    hanabi_attachment_kind kind;
    /// The second one is −1 for a fixed point.
    int32_t item, other;
    double x, y, other_x, other_y;
    double length, frequency, damping;
    double axis_x, axis_y;
    /// Pins: radians; sliding: points.
    double lowest, highest;
    bool has_range;
    /// UIKit's magnitudes: 1 takes 100 points a second, squared, from a mass of 1.
    double friction;
} hanabi_attachment;

/// Makes an empty world.
///
/// - Parameters:
///   - step: Length of a step.
///   - most_contacts: No more pairs than that are followed at a time; what would be one more passes through.
hanabi_world *hanabi_world_create(double step, int32_t most_contacts);

/// Ends a world and all that is in it.
void hanabi_world_destroy(hanabi_world *world);

/// Adds an item, and gives its number: 0, 1, 2 and so on.
int32_t hanabi_world_add_item(hanabi_world *world, const hanabi_item *item);

/// Says how many items there will be at a time, before they come and go.
void hanabi_world_expect(hanabi_world *world, int32_t most_items);

/// Adds an item to a world that runs already, in the place of one that has left or, with −1, in a new one, and gives its number. Its velocity is
/// that of this instant.
///
/// - Parameter push: What pushes it from now on.
int32_t hanabi_world_enter(hanabi_world *world, int32_t place, const hanabi_item *item, const hanabi_push *push);

/// Takes an item out of the world: nothing meets it any more, and what lay on it wakes. Its place is kept.
void hanabi_world_leave(hanabi_world *world, int32_t item);

/// Adds a line that items don't pass, from either side.
void hanabi_world_add_boundary(hanabi_world *world, double x, double y, double end_x, double end_y, double friction, double elasticity);

/// Keeps the middles of items that meet boundaries within a room from the origin, once they are in it: however many press from behind.
void hanabi_world_keep_within(hanabi_world *world, double width, double height);

/// Attaches an item of the world.
void hanabi_world_attach(hanabi_world *world, const hanabi_attachment *attachment);

/// Makes ready, once, after everything was added. Takes velocities back by half a step: velocities are those of the middles of steps from then on, and
/// free flight is exact.
void hanabi_world_stagger(hanabi_world *world, const hanabi_push *pushes);

/// Changes an item's velocity at once.
void hanabi_world_kick(hanabi_world *world, int32_t item, double x, double y, double spin);

/// Goes on by one step under one push for each item. Those that rest go on resting until their push changes.
void hanabi_world_step(hanabi_world *world, const hanabi_push *pushes);

/// Writes the state of each item.
void hanabi_world_read(const hanabi_world *world, hanabi_item_state *states);

/// Pairs that are followed.
int32_t hanabi_world_contacts(const hanabi_world *world);

/// Speeds beyond this are cut, in points a second.
double hanabi_world_top_speed(double step);

// The same to the last bit on every processor, which the C library's own are not: it chooses them by what the processor can do.

/// e^x.
double hanabi_exponential(double x);
/// x^y for x > 0.
double hanabi_power(double x, double y);
/// The sine and the cosine of an angle.
void hanabi_turn(double angle, double *cosine, double *sine);

#ifdef __cplusplus
}
#endif
