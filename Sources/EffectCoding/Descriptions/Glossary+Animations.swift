extension Glossary {
    static let animations = Section(
        objects: [
            "Animation": "Course of a property over time.",
            "Animation.keyframe":
                "Values or points of a path at given times. The default type of an animation.",
            "Animation.basic": "Course from one value to another.",
            "Animation.spring": "Course from one value to another on a spring, usually with overshoot.",
            "Animation.group": "Animations with a common clock.",
            "Animation.transition": "Transition of the layer to nothing.",
            "Animation.random": "Random value, drawn again at each interval.",
        ],
        members: [
            "Animation": [
                "keyPath":
                    "Key path of the animated property: opacity, emitterPosition.x, emitterCells.<name>.velocity and so on.",
                "beginTime":
                    "Time of the layer's or group's clock at which the animation's own clock shows timeOffset.",
                "duration": "Duration of one run.",
                "repeatCount": "Number of runs; below 1 is one run.",
                "removedOnCompletion": "True: the animation ends without a held value, whatever the fillMode.",
                "additive": "True: values are added to the property's value instead of replacing it.",
                "cumulative": "True: the value at the end of each repetition is added to all values of the next.",
            ],
            "Animation.keyframe": [
                "values": "Values of the property, 1 to 1024, unless there is a path.",
                "path": "Path of a point, in place of values.",
                "keyTimes":
                    "Times of the values, as ascending shares of the duration, one for each value. Default: evenly spaced.",
                "calculationMode": "Interpolation between values; paced has an even speed.",
                "timingFunctions": "Easing of each step between values: one fewer than values.",
                "tensionValues": "Tension at each value, for cubic modes: tighter above 0, rounder below 0.",
                "continuityValues": "Continuity at each value, for cubic modes: sharp corners above 0.",
                "biasValues":
                    "Bias at each value, for cubic modes: the curve bends before the value above 0, after the value below 0.",
                "rotationMode": "Rotation of the moved object along the path.",
            ],
            "Animation.basic": [
                "from": "Start value. Default: the property's own value.",
                "to": "End value. Default: the property's own value.",
                "by": "Difference between end and start, in place of from or to.",
            ],
            "Animation.spring": [
                "duration":
                    "Duration of the spring. Default, also in a group: until less than a thousandth of the distance is left.",
                "mass": "Mass that the spring moves.",
                "stiffness": "Stiffness of the spring.",
                "damping":
                    "Damping of the spring: oscillates below 2·√(mass·stiffness). A damping of 0 needs a duration.",
                "initialVelocity":
                    "Initial speed: 1 is the whole distance per second; negative values lead away from the end.",
                "from": "Start value. Default: the property's own value.",
                "to": "End value. Default: the property's own value.",
                "by": "Difference between end and start, in place of from or to.",
            ],
            "Animation.group": ["animations": "Animations on the group's clock, 1 to 64."],
            "Animation.transition": [
                "transition": "Kind of transition.",
                "startProgress": "Progress of the transition at the start.",
                "endProgress": "Progress of the transition at the end.",
            ],
            "Animation.random": [
                "interval": "Time that each value holds.",
                "from": "First end of the drawn range.",
                "to": "Second end of the drawn range.",
                "exponent": "Exponent of the drawn number in 0...1: 0.5 is the square root.",
                "stream":
                    "Name of the random stream. Animations of a layer with the same stream draw the same numbers. Default: the key path.",
            ],
        ]
    )
}
