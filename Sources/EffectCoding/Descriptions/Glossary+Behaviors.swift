extension Glossary {
    static let behaviors = Chapter(
        objects: [
            "Behavior": "What acts on particles after their birth.",
            "Behavior.wave": "Pushes all particles to and fro, in one rhythm.",
            "Behavior.drag": "Slows particles down.",
            "Behavior.alignToMotion": "Turns a particle's lower edge to where it goes.",
            "Behavior.valueOverLife": "Gives a property a value by the share of life that is over.",
            "Behavior.colorOverLife": "Gives the colour by the share of life that is over.",
            "Behavior.light": "Colours particles by where they are, and planes by how they lie.",
            "Behavior.attractor": "A spring towards a ball, a tube or a plate.",
            "Behavior.simpleAttractor": "A spring towards a circle, in the canvas' plane.",
            "Behavior.turbulence": "Pushes along the curls of a seeded noise.",
            "Behavior.vortex": "Pushes around a point, clockwise.",
            "Behavior.wind": "A medium that moves, and takes particles along.",
            "Behavior.bounce": "Walls that particles bounce from by their edges, on the inside of a box.",
            "Behavior.floor": "A floor that particles bounce from by their lower edges, and come to rest on.",
            "Behavior.collider":
                "A solid that particles bounce from by their edges: SceneKit's colliders, in the canvas' plane.",
            "Behavior.flicker": "Alpha that trembles, for each particle on its own.",
        ],
        members: [
            "Behavior": [
                "name": "A name, by which animations reach it.",
                "enabled": "False does nothing.",
                "categoryBitMask": "It acts on cells whose fieldBitMask has one of these bits; without it, on all.",
                "diesOnCollision": "What hits it is gone.",
                "force": "The largest push on a mass of 1, in points a second, squared.",
                "frequency": "How often it comes and goes in a second.",
                "drag": "Share of the speed that is lost in a second, for a mass of 1.",
                "locations": "When, as ascending shares of the life, as many as values; without them, evenly spaced.",
                "position": "Where its middle is, in points of the layer.",
                "zPosition": "How far its middle is towards the viewer, in points.",
                "stiffness": "Pull on a mass of 1 for each point of distance; below 0 it pushes away.",
                "radius": "Points within which it does not pull.",
                "falloff": "Points over which it sets in: outside of the radius or, below 0, inside.",
                "falloffDistance": "Points from the radius at which it has faded away; 0 is never.",
                "strength": "The push on a mass of 1, in points a second, squared.",
                "elasticity": "What is left of the speed after a bounce.",
                "friction": "What a wall takes of the speed along it, and of the spin.",
            ],
            "Behavior.alignToMotion": [
                "rotation": "Turns of the whole circle that are added.",
                "preservesDepth": "Planes turn in space instead of on the canvas.",
            ],
            "Behavior.valueOverLife": [
                "keyPath": "What is given.",
                "values": "1 to 64, straight from one to the next.",
                "additive": "Core Animation's way to say that values add.",
                "operation": "Whether values take the property's place, add to it or multiply it.",
            ],
            "Behavior.colorOverLife": ["colors": "1 to 64, straight from one to the next."],
            "Behavior.light": [
                "color": "Of the light.",
                "falloff": "Exponent with which it fades over its distance.",
                "falloffDistance": "Points at which it is dark; 0 is never.",
                "spot": "It shines into a cone only.",
                "appliesAlpha": "What it does not reach is transparent too.",
                "directionLatitude": "Elevation of the cone's axis.",
                "directionLongitude": "Azimuth of the cone's axis.",
                "coneAngle": "The cone's full opening.",
                "coneEdgeSoftness": "Share of the cone in which it fades towards the rim.",
            ],
            "Behavior.attractor": [
                "attractorType": "Towards a point, an axis or a plane.",
                "orientationLatitude": "Elevation of the axis, or of the plane's normal.",
                "orientationLongitude": "Its azimuth.",
            ],
            "Behavior.turbulence": [
                "size": "Points from one curl to the next.", "speed": "How fast the noise changes.",
            ],
            "Behavior.vortex": [
                "strength":
                    "The push on a mass of 1 at the radius, in points a second, squared; below 0 it runs the other way.",
                "radius": "Points of its core, where it pushes the more the farther off; beyond it pushes the less.",
            ],
            "Behavior.wind": [
                "velocity": "Of the medium, in points a second.",
                "gust": "How much of it comes and goes.",
                "frequency": "How often gusts come, in a second.",
            ],
            "Behavior.bounce": ["bounds": "The box; without it, the canvas."],
            "Behavior.floor": ["y": "Points from the canvas' top; without it, its lower edge."],
            "Behavior.collider": [
                "shape": "All on one side of a line (plane), a circle or a box.",
                "position": "Its middle, or a point on the plane's line; without it, the canvas' middle.",
                "angle":
                    "By how much a box is turned, clockwise; of a plane, the direction of its surface, with the solid to its right-hand side: below it at 0.",
                "radius": "Of a circle, in points; 50 without it.",
                "size": "Width and height of a box.",
                "inverse": "It fills everything else, and particles are kept inside.",
            ],
            "Behavior.flicker": ["amount": "Share of alpha that trembles."],
        ]
    )
}
