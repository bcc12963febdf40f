#pragma once

#include <stdbool.h>
#include <stdint.h>

// Box2D's worlds of rigid bodies, for Swift, which does not read C++ here. Lengths are in points with y down, times in
// seconds, angles in radians, and masses in UIKit's unit: 1 for 100 × 100 points at density 1.

#ifdef __cplusplus
extern "C" {
#endif

/// A world of items and boundaries.
typedef struct hanabi_world hanabi_world;

/// Initial state of an item: a box, the ellipse in it, or a convex polygon around its center.
typedef struct {
    double x, y, width, height, angle;
    double velocity_x, velocity_y, spin;
    double mass;
    double friction, elasticity;
    /// Decay rates per second: after t seconds, e^(−resistance·t) of a velocity is left.
    double resistance, angular_resistance;
    bool is_round, is_anchored, turns, meets_items, meets_boundaries;
    /// x and y of up to 8 corners of a polygon, in points from the center; none for a box or an ellipse.
    double corners[16];
    int32_t corner_count;
} hanabi_item;

/// State of an item at an instant.
typedef struct {
    double x, y, angle, cosine, sine;
    double velocity_x, velocity_y, spin;
    bool is_awake;
} hanabi_item_state;

/// Acceleration of an item, in points and radians per second squared.
typedef struct {
    double x, y, turn;
} hanabi_push;

/// Kinds of attachments of two items, or of an item and a fixed point.
typedef enum {
    /// A rod of fixed length, or a spring with that rest length.
    hanabi_attachment_length,
    /// A rope: a maximum length.
    hanabi_attachment_limit,
    /// A pivot about a common point.
    hanabi_attachment_pin,
    /// A slider along a line.
    hanabi_attachment_sliding,
    /// A rigid connection.
    hanabi_attachment_fixed,
    /// A spring of zero length between a point of an item and a fixed point.
    hanabi_attachment_spring,
} hanabi_attachment_kind;

/// An attachment. Positions are on the canvas, at the start.
typedef struct {
    hanabi_attachment_kind kind;
    /// Indices of the items; `other` is −1 for a fixed point.
    int32_t item, other;
    double x, y, other_x, other_y;
    double length, frequency, damping;
    double axis_x, axis_y;
    /// Range of a pin in radians, or of a slider in points.
    double lowest, highest;
    bool has_range;
    /// Friction in UIKit's unit: 1 takes 100 points per second squared from a mass of 1.
    double friction;
} hanabi_attachment;

/// Counts of the latest step, for prices.
typedef struct {
    /// Items in use, and items that moved.
    int32_t items, awake;
    /// Pairs of which at least one item moved: those that are close, and those that touched.
    int32_t pairs, touching_pairs;
    /// Pairs of an item and a line among them.
    int32_t line_pairs, touching_line_pairs;
    /// Additional looks at touching pairs, where items were stopped at a line.
    int32_t stops;
    /// Pairs that were found and rejected since there were too many.
    int32_t rejected_pairs;
    /// Attachments of which at least one item moved.
    int32_t attachments;
    /// Mean speed of the items that moved, in points per second.
    double speed;
} hanabi_counts;

/// Creates an empty world.
///
/// - Parameters:
///   - step: Length of a step in seconds.
///   - most_contacts: Maximum number of contact pairs; bodies of any further pair pass through each other.
hanabi_world *hanabi_world_create(double step, int32_t most_contacts);

/// Destroys a world and everything in it.
void hanabi_world_destroy(hanabi_world *world);

/// Adds an item, and returns its index: 0, 1, 2 and so on.
int32_t hanabi_world_add_item(hanabi_world *world, const hanabi_item *item);

/// Announces the maximum number of items at a time, before the first step.
void hanabi_world_expect(hanabi_world *world, int32_t most_items);

/// Adds an item to a running world, in the slot of an item that has left or, for −1, in a new slot, and returns the
/// slot. The item's velocity is the velocity at this instant.
///
/// - Parameter push: Acceleration of the item from now on.
int32_t hanabi_world_enter(hanabi_world *world, int32_t place, const hanabi_item *item, const hanabi_push *push);

/// Removes an item from the world: nothing touches it any more, and items resting on it wake. Its slot is kept.
void hanabi_world_leave(hanabi_world *world, int32_t item);

/// Adds a line that items cannot cross from either side.
void hanabi_world_add_boundary(hanabi_world *world, double x, double y, double end_x, double end_y, double friction, double elasticity);

/// Keeps the centers of items that meet boundaries within a box from the origin, once they are inside, under any
/// pressure.
void hanabi_world_keep_within(hanabi_world *world, double width, double height);

/// Attaches an item of the world to another or to a fixed point.
void hanabi_world_attach(hanabi_world *world, const hanabi_attachment *attachment);

/// Finishes the setup, once, after everything was added. Takes velocities back by half a step: from then on they are
/// velocities at the middle of steps, which makes free flight exact.
void hanabi_world_stagger(hanabi_world *world, const hanabi_push *pushes);

/// Changes an item's velocity instantaneously.
void hanabi_world_kick(hanabi_world *world, int32_t item, double x, double y, double spin);

/// Advances the world by one step, with one push for each item. Items at rest stay at rest until their push changes.
void hanabi_world_step(hanabi_world *world, const hanabi_push *pushes);

/// Writes the state of each item.
void hanabi_world_read(const hanabi_world *world, hanabi_item_state *states);

/// Writes the counts of the latest step.
void hanabi_world_count(const hanabi_world *world, hanabi_counts *counts);

/// Number of contact pairs.
int32_t hanabi_world_contacts(const hanabi_world *world);

/// Speed limit in points per second, for steps of `step` seconds.
double hanabi_world_top_speed(double step);

// Identical to the last bit on every processor, unlike the C library's functions, which are selected by processor
// features.

/// Exponential e^x.
double hanabi_exponential(double x);
/// Power x^y, for x > 0.
double hanabi_power(double x, double y);
/// Cosine and sine of an angle in radians.
void hanabi_turn(double angle, double *cosine, double *sine);

#ifdef __cplusplus
}
#endif
