extension Glossary {
    static let dynamics = Chapter(
        objects: [
            "Dynamics": "Moves items as rigid bodies, as UIKit Dynamics does. What is not named does not act.",
            "Gravity": "A weight by its direction.",
            "Push": "Pushes each item, with numbers of its own.",
            "Snap": "Pulls items to a place, and upright.",
            "Collision": "What items bounce from, and lie on.",
            "Boundary": "Lines that items don't pass, from either side.",
            "DynamicItem": "What items are like.",
            "Attachment": "Holds an item at a place, or two items together.",
            "Attachment.length": "At a distance, as a rod, or with a frequency as a spring.",
            "Attachment.limit": "At a distance at the most, as a rope.",
            "Attachment.pin": "Turning about a point.",
            "Attachment.sliding": "Along a line, without turning.",
            "Attachment.fixed": "As one.",
            "Field": "Acts on items by where they are.",
            "Field.linearGravity": "Pulls along a direction.",
            "Field.radialGravity": "Pulls towards its position.",
            "Field.vortex": "Pushes around its position, counterclockwise.",
            "Field.noise": "Pushes at random.",
            "Field.turbulence": "Pushes at random, the more the faster an item is.",
            "Field.velocity": "Gives items a velocity, whatever else acts.",
            "Field.drag": "Slows items down.",
            "Field.spring": "Pulls towards its position, the more the farther off.",
            "Field.electric": "Pushes away from its position what has a charge of its sign.",
            "Field.magnetic": "Turns the ways of what has a charge and moves.",
            "Region": "Where a field acts: a circle or a box around its position.",
        ],
        members: [
            "Dynamics": [
                "gravity": "UIGravityBehavior: 1 is 1000 points a second, squared.",
                "pushes": "UIPushBehavior, at most 16.",
                "snap": "UISnapBehavior.",
                "attachments": "UIAttachmentBehavior, at most 16.",
                "collision": "UICollisionBehavior; without it, items pass through each other and through everything.",
                "item": "UIDynamicItemBehavior, of every item.",
                "fields": "UIFieldBehavior, at most 16.",
            ],
            "Gravity": ["angle": "Clockwise from the right; downwards without it.", "magnitude": "1 without it."],
            "Push": span.merging(
                [
                    "mode": "Once, which changes velocities, or all the time.",
                    "pushDirection": "To the right, and down: magnitudes, each a number or [lowest, highest].",
                    "angle": "In place of pushDirection: clockwise from the right.",
                    "magnitude":
                        "Beside an angle: 1 takes 100 points a second, or those squared, from a mass of 1; below 0 it pulls. 1 without it.",
                    "targetOffsetFromCenter":
                        "Points from the item's middle to where it is pushed: beside it, it also turns.",
                ]
            ) { $1 },
            "Snap": span.merging(
                [
                    "snapPoint": "Where to; without it, where each item was at the start.",
                    "damping": "From 0, which swings most, to 1, which does not.",
                ]
            ) { $1 },
            "Collision": [
                "mode": "What collides: items with each other, items with boundaries, or both.",
                "boundaries": "At most 64, of at most 512 lines together; without them, the canvas.",
            ],
            "Boundary": [
                "from": "One end of a line.", "to": "Its other end.",
                "path": "Lines and curves on the canvas; neither filled nor closed.",
            ],
            "DynamicItem": [
                "elasticity": "Share of the speed that a bounce leaves; of two that meet, the larger one.",
                "friction": "How hard it is to glide along; of two that meet, the root of their product.",
                "density": "What 100 × 100 points weigh.",
                "resistance": "Share of the velocity that is lost in a second.",
                "angularResistance": "Share of the angular velocity that is lost in a second.",
                "charge": "What electric and magnetic fields act on.",
                "fieldBitMask":
                    "Only fields whose categoryBitMask has one of these bits act on it; without it, all do.",
                "allowsRotation": "False: items never turn.",
                "isAnchored": "True: it stays where it is, and others bounce from it.",
                "collisionBoundsType": "What of it collides: its box, the ellipse in it, or a path of its own.",
                "collisionBoundingPath":
                    "A path in points from its middle; what collides is its hull, of at most eight corners.",
                "linearVelocity": "At the start, points a second to the right and down.",
                "angularVelocity": "At the start, a second, clockwise.",
            ],
            "Attachment": [
                "type": "How it holds; without it, at a length.",
                "item": "Every one by itself, or the one nearest to a point.",
                "offsetFromCenter":
                    "Points from the item's middle to where it is held. Pins, sliding and fixed attachments take it in place of an anchorPoint.",
                "attachedTo":
                    "To the next ones to the right and below, or to the one nearest to a point; without it, to a fixed point.",
                "anchorPoint":
                    "The fixed point; without it, the item's own middle at the start. Sliding attachments take it with an attachmentRange, fixed ones with a frequency.",
                "length": "Points; without it, the distance at the start.",
                "frequency": "Of the spring, in hertz; 0 is rigid.",
                "damping": "Of the spring: 1 no longer swings. Only with a frequency.",
                "frictionTorque": "What it takes to turn it, or to slide it.",
                "attachmentRange":
                    "How far it turns, in radians, or slides, in points; without it, as far as it likes.",
                "axis": "The line's direction, clockwise from the right.",
            ],
            "Field": span.merging(
                [
                    "strength": "How strong it is; below 0, the other way.",
                    "position":
                        "Its middle; without it, the canvas'. Fields that act alike everywhere take it with a region, magnetic ones also with a falloff.",
                    "region": "Where it acts; without it, everywhere.",
                    "categoryBitMask":
                        "It acts on items whose fieldBitMask has one of these bits; without it, on all.",
                    "direction": "To the right, and down.",
                    "falloff": "It fades with the distance to the power of this.",
                    "minimumRadius": "Points from its middle to where it begins to fade.",
                    "smoothness": "From 0, another push every 20 points, to 1, every 400.",
                    "animationSpeed": "How many times a second the pushes are others; 0 is never.",
                ]
            ) { $1 },
            "Region": [
                "radius": "Of a circle, in points.", "size": "Width and height of a box, in points.",
                "inverse": "Everywhere else instead.",
            ],
        ]
    )

    private static let span = [
        "beginTime": "When it begins to act, on the layer's clock.",
        "duration": "How long it acts; without it, for ever.",
    ]
}
