extension Glossary {
    static let behaviors = Section(
        objects: [
            "Behavior": "Behavior that acts on particles after birth.",
            "Behavior.wave": "Pushes all particles back and forth, in one rhythm.",
            "Behavior.drag": "Drag: the velocity decays as e^(−drag·t/mass).",
            "Behavior.alignToMotion": "Turns a particle's lower edge toward the direction of motion.",
            "Behavior.valueOverLife": "Sets a property as a function of the elapsed share of life.",
            "Behavior.colorOverLife": "Sets the color as a function of the elapsed share of life.",
            "Behavior.light": "Lights particles by position, and planes by orientation.",
            "Behavior.attractor": "Attracts like a spring toward a sphere, a cylinder or a slab.",
            "Behavior.simpleAttractor": "Attracts like a spring toward a circle, in the canvas plane.",
            "Behavior.turbulence": "Pushes along the curl of a seeded noise field.",
            "Behavior.vortex": "Pushes around a point, clockwise.",
            "Behavior.wind": "Moving medium that drags particles along.",
            "Behavior.bounce": "Inner walls of a box, from which particles bounce with their edges.",
            "Behavior.floor":
                "Floor from which particles bounce with their lower edges, and on which they come to rest.",
            "Behavior.collider":
                "Solid from which particles bounce with their edges, as with SceneKit's colliders, in the canvas plane.",
            "Behavior.flicker": "Random variation of each particle's alpha.",
        ],
        members: [
            "Behavior": [
                "name": "Name, which animations refer to.",
                "enabled": "False: the behavior has no effect.",
                "categoryBitMask":
                    "Categories of the behavior, which acts on cells whose fieldBitMask shares a bit. Default: all.",
                "diesOnCollision": "True: particles die on contact.",
                "force": "Maximum acceleration of a mass of 1, in points per second squared.",
                "frequency": "Frequency, in cycles per second.",
                "drag":
                    "Decay rate of the velocity (for wind, of the velocity relative to the medium) for a mass of 1, in 1/s: e^(−drag·t) is left after t seconds.",
                "locations":
                    "Times of the values, as ascending shares of the life, one for each value. Default: evenly spaced.",
                "position": "Position of the center, in points of the layer.",
                "zPosition": "Distance of the center toward the viewer, in points.",
                "stiffness":
                    "Acceleration of a mass of 1 toward the shape, for each point of distance; negative values repel.",
                "radius": "Radius within which the attractor does not pull, in points.",
                "falloff":
                    "Width of the ramp over which the force starts, in points: outside the radius or, below 0, inside.",
                "falloffDistance": "Distance from the radius at which the force vanishes, in points; 0 is unlimited.",
                "strength": "Acceleration of a mass of 1, in points per second squared.",
                "elasticity": "Share of the speed left after a bounce.",
                "friction": "Share of the tangential speed and of the spin that a bounce removes.",
            ],
            "Behavior.alignToMotion": [
                "rotation": "Added rotation, in turns.",
                "preservesDepth": "True: planes rotate in space instead of on the canvas.",
            ],
            "Behavior.valueOverLife": [
                "keyPath": "Property that is set.",
                "values": "Values, 1 to 64, linearly interpolated.",
                "additive": "True: values are added. Core Animation's spelling of the operation add.",
                "operation": "Combination with the property's own value: replacement, sum or product.",
            ],
            "Behavior.colorOverLife": ["colors": "Colors, 1 to 64, linearly interpolated."],
            "Behavior.light": [
                "color": "Color of the light.",
                "falloff": "Exponent of the light's decay with the distance.",
                "falloffDistance": "Distance at which the light has faded to black, in points; 0 is unlimited.",
                "spot": "True: the light shines within a cone only.",
                "appliesAlpha": "True: unlit particles also become transparent.",
                "directionLatitude": "Elevation of the cone's axis.",
                "directionLongitude": "Azimuth of the cone's axis.",
                "coneAngle": "Full opening angle of the cone.",
                "coneEdgeSoftness": "Share of the cone over which the light fades toward the rim.",
            ],
            "Behavior.attractor": [
                "attractorType": "Geometry that attracts: a point, an axis or a plane.",
                "orientationLatitude": "Elevation of the axis, or of the plane's normal.",
                "orientationLongitude": "Azimuth of the axis, or of the plane's normal.",
            ],
            "Behavior.turbulence": [
                "size": "Distance between curls, in points.",
                "speed": "Speed of the noise's changes, in changes per second.",
            ],
            "Behavior.vortex": [
                "strength":
                    "Clockwise acceleration of a mass of 1 at the radius, in points per second squared; negative values reverse the direction.",
                "radius":
                    "Radius of the core, in points. The force grows with the distance up to the radius, and decreases beyond.",
            ],
            "Behavior.wind": [
                "velocity": "Velocity of the medium, in points per second.",
                "gust": "Share of the velocity that varies.",
                "frequency": "Frequency of gusts, per second.",
            ],
            "Behavior.bounce": ["bounds": "Box that holds the particles. Default: the canvas."],
            "Behavior.floor": [
                "y": "Distance from the top of the canvas, in points. Default: the lower edge of the canvas."
            ],
            "Behavior.collider": [
                "shape": "Shape of the solid: a half-plane on one side of a line (plane), a circle or a box.",
                "position": "Center of the solid, or a point on the plane's line. Default: the center of the canvas.",
                "angle":
                    "Clockwise rotation of a box, or the direction of a plane's surface. The solid is on the right-hand side of the direction: below the plane at 0.",
                "radius": "Radius of a circle, in points. Default: 50.",
                "size": "Width and height of a box.",
                "inverse": "True: the solid is the outside of the shape, and particles stay inside.",
            ],
            "Behavior.flicker": ["amount": "Share of alpha that varies."],
        ]
    )
}
