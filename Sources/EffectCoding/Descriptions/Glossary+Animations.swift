extension Glossary {
    static let animations = Chapter(
        objects: [
            "Animation": "What a property does over time.",
            "Animation.keyframe":
                "Values, or points of a path, and when they are taken. An animation without a type is one.",
            "Animation.basic": "From one value to another.",
            "Animation.spring": "From one value to another on a spring, mostly beyond it and back.",
            "Animation.group": "Animations that share a clock.",
            "Animation.transition": "The layer gives way to nothing.",
            "Animation.random": "A value that is drawn anew every so many seconds.",
        ],
        members: [
            "Animation": [
                "keyPath": "What is animated: opacity, emitterPosition.x, emitterCells.<name>.velocity and so on.",
                "beginTime": "When its clock shows its timeOffset, on the clock of its layer or group.",
                "duration": "How long one run takes.",
                "repeatCount": "How often it runs; below 1 is once.",
                "removedOnCompletion": "Nothing holds afterwards, whatever the fillMode.",
                "additive": "Its values add to what is below, instead of taking its place.",
                "cumulative": "Adds the value at the end of each repetition to all values of the next one.",
            ],
            "Animation.keyframe": [
                "values": "Values of the property, 1 to 1024; or else a path.",
                "path": "The way of a point, in place of values.",
                "keyTimes":
                    "When, as ascending shares of the duration, as many as values; without them, evenly spaced.",
                "calculationMode": "How it goes from value to value; paced is at an even speed.",
                "timingFunctions": "Ease each step from value to value: one fewer than there are values.",
                "tensionValues": "For cubic modes, for each value: above 0 tighter, below 0 rounder.",
                "continuityValues": "For cubic modes, for each value: above 0 sharp corners.",
                "biasValues": "For cubic modes, for each value: above 0 the curve bends before it, below 0 after it.",
                "rotationMode": "Turns along the path what moves on it.",
            ],
            "Animation.basic": [
                "from": "Where it starts; without it, the property's own value.",
                "to": "Where it ends; without it, the property's own value.",
                "by": "How far it goes, in place of one of the two.",
            ],
            "Animation.spring": [
                "duration":
                    "How long it is seen: without it until less than a thousandth of the way is left, even in a group.",
                "mass": "What the spring has to move.",
                "stiffness": "How hard it pulls.",
                "damping": "How hard it is slowed: below 2·√(mass·stiffness) it swings. With 0 it needs a duration.",
                "initialVelocity":
                    "How fast it is at first: 1 is the whole way in a second, below zero away from its end.",
                "from": "Where it starts; without it, the property's own value.",
                "to": "Where it ends; without it, the property's own value.",
                "by": "How far it goes, in place of one of the two.",
            ],
            "Animation.group": ["animations": "What runs on its clock, 1 to 64."],
            "Animation.transition": [
                "transition": "How one picture becomes another.",
                "startProgress": "Where in the transition it starts.",
                "endProgress": "Where in the transition it ends.",
            ],
            "Animation.random": [
                "interval": "How long each value holds.",
                "from": "One end of what is drawn from.",
                "to": "The other end.",
                "exponent": "What the number that was drawn is raised to: 0.5 is its root.",
                "stream": "Animations of a layer that name the same one draw the same; without it, the key path.",
            ],
        ]
    )
}
