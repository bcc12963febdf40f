extension Glossary {
    static let dynamics = Section(
        objects: [
            "Dynamics": "Motion of items as rigid bodies, as in UIKit Dynamics. Absent members have no effect.",
            "Gravity": "Gravity, by direction and magnitude.",
            "Push": "Push of each item, with random numbers drawn for each.",
            "Snap": "Snap of items to a point, upright.",
            "Collision": "Collisions of items with each other and with boundaries.",
            "Boundary": "Boundary that items cannot cross from either side.",
            "DynamicItem": "Physical properties of items.",
            "Attachment": "Attachment of an item to a point, or of two items to each other.",
            "Attachment.length":
                "Attachment at a fixed distance, like a rod, or like a spring if there is a frequency.",
            "Attachment.limit": "Attachment at a maximum distance, like a rope.",
            "Attachment.pin": "Rotation about a point.",
            "Attachment.sliding": "Motion along a line, without rotation.",
            "Attachment.fixed": "Rigid connection of two items.",
            "Field": "Force field that acts on items by position.",
            "Field.linearGravity": "Force along a direction.",
            "Field.radialGravity": "Force toward the field's position.",
            "Field.vortex": "Counterclockwise force around the field's position.",
            "Field.noise": "Random force.",
            "Field.turbulence": "Random force, in proportion to an item's speed.",
            "Field.velocity": "Sets the velocity of items, whatever else acts.",
            "Field.drag": "Force against the motion, in proportion to the speed.",
            "Field.spring": "Force toward the field's position, in proportion to the distance.",
            "Field.electric": "Force away from the field's position, in proportion to an item's charge.",
            "Field.magnetic": "Force perpendicular to the motion, in proportion to an item's charge.",
            "Region": "Region of a field: a circle or a box around the field's position.",
        ],
        members: [
            "Dynamics": [
                "gravity": "UIGravityBehavior: a magnitude of 1 is 1000 points per second squared.",
                "pushes": "UIPushBehavior, at most 16.",
                "snap": "UISnapBehavior.",
                "attachments": "UIAttachmentBehavior, at most 16.",
                "collision": "UICollisionBehavior. Default: items do not collide.",
                "item": "UIDynamicItemBehavior: properties of every item.",
                "fields": "UIFieldBehavior, at most 16.",
            ],
            "Gravity": [
                "angle": "Direction, clockwise from the right. Default: downward.",
                "magnitude": "Magnitude. Default: 1.",
            ],
            "Push": span.merging(
                [
                    "mode": "Kind of push: instantaneous, which changes velocities once, or continuous.",
                    "pushDirection": "Magnitudes to the right and down, each a number or [lowest, highest].",
                    "angle": "Direction, clockwise from the right, in place of pushDirection.",
                    "magnitude":
                        "Magnitude, together with an angle: for a mass of 1, a magnitude of 1 is 100 points per second (instantaneous) or 100 points per second squared (continuous). Negative values pull. Default: 1.",
                    "targetOffsetFromCenter":
                        "Offset of the point of application from the item's center, in points. An offset also rotates the item.",
                ]
            ) { $1 },
            "Snap": span.merging(
                [
                    "snapPoint": "Point that items snap to. Default: each item's initial position.",
                    "damping": "Damping, from 0 (oscillates most) to 1 (does not oscillate).",
                ]
            ) { $1 },
            "Collision": [
                "mode": "Collision partners: items with each other, items with boundaries, or both.",
                "boundaries": "Boundaries, at most 64, with at most 512 lines in all. Default: the canvas.",
            ],
            "Boundary": [
                "from": "Start of a line.", "to": "End of a line.",
                "path": "Path of lines and curves on the canvas, neither filled nor closed.",
            ],
            "DynamicItem": [
                "elasticity": "Share of the speed left after a bounce. For two items, the larger value counts.",
                "friction": "Friction; 0 slides freely. For two items, the geometric mean counts.",
                "density": "Mass of an area of 100 × 100 points.",
                "resistance":
                    "Decay rate of the velocity, in 1/s: e^(−resistance·t) of the velocity is left after t seconds.",
                "angularResistance":
                    "Decay rate of the angular velocity, in 1/s: e^(−angularResistance·t) of the angular velocity is left after t seconds.",
                "charge": "Charge, for electric and magnetic fields.",
                "fieldBitMask":
                    "Categories of fields that act on the item: fields whose categoryBitMask shares a bit. Default: all.",
                "allowsRotation": "False: the item never rotates.",
                "isAnchored": "True: the item stays in place, and others bounce off it.",
                "collisionBoundsType":
                    "Collision shape: the item's box, the inscribed ellipse, or collisionBoundingPath.",
                "collisionBoundingPath":
                    "Collision path, in points from the item's center. Collisions use the convex hull, with at most eight corners.",
                "linearVelocity": "Initial velocity to the right and down, in points per second.",
                "angularVelocity": "Initial clockwise angular velocity, per second.",
            ],
            "Attachment": [
                "type": "Kind of attachment. Default: length.",
                "item": "Attached item: each item separately, or the item nearest to a point.",
                "offsetFromCenter":
                    "Offset of the attachment point from the item's center, in points. Pins, sliding and fixed attachments have either an offset or an anchorPoint.",
                "attachedTo":
                    "Second item: the neighbors to the right and below, or the item nearest to a point. Default: a fixed point.",
                "anchorPoint":
                    "Fixed point. Default: the item's initial center. Sliding attachments need an attachmentRange beside it, fixed ones a frequency.",
                "length": "Length, in points. Default: the initial distance.",
                "frequency": "Frequency of the spring, in hertz; 0 is rigid.",
                "damping": "Damping ratio of the spring; 1 is critically damped. Only with a frequency.",
                "frictionTorque": "Friction against rotation or sliding.",
                "attachmentRange":
                    "Range of the rotation in radians, or of the sliding in points. Default: unlimited.",
                "axis": "Direction of the line, clockwise from the right.",
            ],
            "Field": span.merging(
                [
                    "strength": "Strength of the field; negative values reverse the direction.",
                    "position":
                        "Center of the field. Default: the center of the canvas. Uniform fields need a region beside it, magnetic ones a region or a falloff.",
                    "region": "Region in which the field acts. Default: everywhere.",
                    "categoryBitMask":
                        "Categories of the field, which acts on items whose fieldBitMask shares a bit. Default: all.",
                    "direction":
                        "Direction of the field, to the right and down. In a velocity field, the velocity in hundreds of points per second.",
                    "falloff": "Exponent of the decay with the distance; 0 does not decay.",
                    "minimumRadius": "Distance from the center at which the decay begins, in points.",
                    "smoothness": "Smoothness of the random force: 0 varies every 20 points, 1 every 400 points.",
                    "animationSpeed": "Changes of the random force per second; 0 is never.",
                ]
            ) { $1 },
            "Region": [
                "radius": "Radius of a circle, in points.", "size": "Width and height of a box, in points.",
                "inverse": "True: the region is the outside of the shape.",
            ],
        ]
    )

    private static let span = [
        "beginTime": "Start of the effect, on the layer's clock.",
        "duration": "Duration of the effect. Default: unlimited.",
    ]
}
