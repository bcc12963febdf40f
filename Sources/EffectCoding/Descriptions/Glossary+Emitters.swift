extension Glossary {
    /// Members of emitter layers.
    static let emitter = [
        "rangeConvention": "Meaning of the cells' …Range members. Default: the spec's rangeConvention.",
        "birthRate": "Factor of every cell's birth rate.",
        "lifetime": "Factor of the lifetime at birth.",
        "velocity": "Factor of the velocity at birth.",
        "scale": "Factor of the scale at birth and of scaleSpeed.",
        "spin": "Factor of the spin at birth.",
        "seed": "Seed of the layer's random numbers, in addition to the spec's seed.",
        "emitterPosition": "Center of the shape; [0, 0] is the upper left corner of the canvas.",
        "emitterZPosition": "Distance of the shape toward the viewer, in points.",
        "emitterSize": "Width and height of the shape; lines, circles and spheres use the width.",
        "emitterShape":
            "Shape on which particles are born. The shape also gives the direction: upward from a line, outward from a circle.",
        "emitterMode": "Part of the shape in which particles are born.",
        "renderMode": "Drawing order of particles, or the blending of their light (additive, screen, maximum).",
        "emitterDepth": "Depth of a cuboid, in points.",
        "circleRadius": "Radius of a circle: half the width, as Core Animation draws circles, or the width.",
        "animatedRates":
            "Particles affected by animations of accelerations and rates: particles born later, or all living particles.",
        "naturalDirection":
            "Direction of particles with zero longitude and latitude: given by the shape, outward, or an angle.",
        "preservesDepth": "True: particles are drawn in the perspective of the canvas.",
        "emitterPath": "Path of the shape \"path\", relative to the emitter's position.",
        "emitterText": "Text of the shape \"text\", centered at the emitter's position.",
        "emitterRects": "Rectangles of the shape \"rectangles\", relative to the emitter's position.",
        "dynamics":
            "Motion of the particles as rigid bodies, from birth to death. The contents decide between circles and boxes; the size is the size at birth.",
        "emitterBehaviors": "Behaviors that act on all particles after birth, at most 16.",
        "emitterDuration": "Time that the cells emit, on the layer's clock. Living particles remain.",
        "cullRect": "Visible rectangle: particles outside are hidden.",
        "cullMinZ": "Smallest visible z: particles farther from the viewer are hidden.",
        "cullMaxZ": "Largest visible z: particles nearer to the viewer are hidden.",
        "updateInterval": "Ignored, since no state is updated from frame to frame.",
        "prewarm":
            "Time that the emitter has been running when the layer's clock starts. Default: the timing's prewarm.",
        "geometryFlipped":
            "True: positions and angles of particles have an upward y axis, from the lower edge of the canvas.",
        "emitterCells": "Kinds of particles, 1 to 64, emitted independently.",
        "density":
            "Numbers of the cells that grow with the scene: births with the shape, lifetimes with the way across it, both (area), or none (fixed). Default: fixed.",
    ]

    static let emitters = Section(
        objects: [
            "EmitterCell": "Kind of particle, as in CAEmitterCell.",
            "EmitterText": "Letters on which particles are born.",
            "Burst": "Exact number of particles at exact times, in addition to the birth rate.",
            "Trail": "Band along a particle's past positions.",
            "WeightedColor": "Color with its share among others.",
            "WeightedContents": "Contents with their share among others.",
            "Inheritance": "What a sub-cell's particles take from their parent.",
        ],
        members: [
            "EmitterCell": cell,
            "WeightedContents": [
                "contents": "Asset that is drawn, or its name.",
                "weight": "Share of the particles, relative to the weights of the other contents.",
            ],
            "WeightedColor": [
                "color": "Color of a particle.",
                "weight": "Share of the particles, relative to the weights of the other colors.",
            ],
            "Inheritance": [
                "color": "True: the parent's color at the birth multiplies the particle's.",
                "scale": "True: the parent's scale at the birth multiplies the particle's.",
            ],
            "Burst": [
                "count": "Number of particles in each burst.",
                "at": "Time of the first burst, on the cell's clock.",
                "interval": "Time from one burst to the next.",
                "repeat": "Number of bursts after the first.",
                "spacing": "Time over which the births of one burst are spread; 0 is all at once.",
            ],
            "Trail": [
                "duration": "Length of the trail in time, on the particle's clock.",
                "width":
                    "Width at the particle in points, multiplied by the particle's scale. Default: the shorter side of the contents, or 2 without contents.",
                "endWidth": "Width at the end, as a share of the width at the particle.",
                "endAlpha": "Alpha at the end, as a share of the particle's alpha.",
            ],
        ]
    )

    private static let cell = [
        "name": "Name of the cell, which animations refer to. The random numbers depend on the name.",
        "enabled": "False: the cell emits nothing.",
        "contents":
            "Asset that is drawn, or its name, or a list of which each particle shows one; null draws the trail only.",
        "contentsScale": "Divisor of the drawn size.",
        "contentsRect": "Part of the contents that is drawn, in shares of width and height.",
        "contentsFrameCount": "Number of images in the contents, as in a sprite sheet.",
        "contentsFramesPerRow": "Number of images per row; 0 is all of them.",
        "contentsFirstFrame":
            "First image of a particle, counted from 0. Has no effect if the image is drawn at random.",
        "contentsFirstFrameRange": "Range of the first image, for particles whose images change.",
        "contentsFramesPerSecond": "Images per second.",
        "contentsFramesPerSecondRange": "Range of the images per second; each particle has its own rate.",
        "contentsFrameMode":
            "Choice of images: the first, a random one, or a sequence that repeats, stops at the last, or runs back and forth.",
        "minificationFilter": "Filter for images drawn smaller.",
        "magnificationFilter": "Filter for images drawn larger.",
        "minificationFilterBias": "Sharpness of images drawn smaller: softer above 0, sharper below 0.",
        "particleType":
            "Orientation: faces the viewer (sprite), rotates in space (plane), or faces the viewer and never rotates (point).",
        "back": "Color of a plane's back. Default: the color of the front.",
        "stretchFactor": "Elongation along the motion, for each point per second of speed.",
        "trail": "Trail of the particles: a duration, or an object.",
        "birthRate": "Births per second.",
        "birthPhase": "Time of the first birth, as a share of the interval between births; \"seeded\" draws the share.",
        "lifetime": "Lifetime of a particle.",
        "lifetimeRange": "Range of the lifetime around lifetime.",
        "emissionLatitude": "Tilt of the direction toward the viewer.",
        "emissionLongitude":
            "Angle added to the natural direction: \"-90deg\" is upward if the natural direction is to the right.",
        "emissionRange": "Full opening angle of the emission cone.",
        "emissionSpace": "Meaning of emissionRange: a cone in space, or an angle on the canvas.",
        "duration": "Time that the cell emits, on the cell's clock; 0 is \"infinite\".",
        "beginTime": "Start of emission, on the layer's clock or, for a sub-cell, at the parent's age.",
        "speed": "Speed of the cell's clock, for births, aging and motion.",
        "fillMode": "Checked, but without effect: no particle is born outside the active time.",
        "idleDuration": "Pause between two runs of the duration.",
        "burst": "Exact births at exact times, in addition to the birth rate.",
        "emitterCells": "Sub-cells that each particle emits, at most 64.",
        "on":
            "Event that starts a sub-cell: emission while the parent lives (update), from the parent's birth, from the parent's death, or from each of the parent's first eight collisions with a wall, away from the wall (collision).",
        "drift":
            "Constant velocity added to all other motion, in points per second: to the right, or [x, y], or [x, y, z].",
        "mass": "Mass, which divides the forces of behaviors.",
        "massRange": "Range of the mass around mass.",
        "orientationLatitude": "Elevation of a plane's rotation axis.",
        "orientationLongitude": "Azimuth of a plane's rotation axis.",
        "orientationRange": "Full opening angle of the cone of rotation axes.",
        "emitterBehaviors": "Behaviors that act on the cell's particles, in addition to the layer's; at most 16.",
        "fieldBitMask":
            "Categories of behaviors that act on the cell's particles: behaviors whose categoryBitMask shares a bit. Default: all.",
        "velocity": "Initial speed, in points per second.",
        "velocityRange": "Range of the speed around velocity.",
        "xAcceleration": "Acceleration to the right, in points per second squared.",
        "yAcceleration": "Acceleration downward, in points per second squared.",
        "zAcceleration": "Acceleration toward the viewer, in points per second squared.",
        "rotation": "Clockwise rotation at birth.",
        "rotationRange": "Range of the rotation around rotation.",
        "spin": "Angular velocity, per second.",
        "spinRange": "Range of the angular velocity around spin.",
        "scale": "Scale factor at birth.",
        "scaleRange": "Range of the scale factor around scale.",
        "scaleSpeed": "Change of the scale factor per second.",
        "negativeScale": "Appearance of particles with a negative scale: rotated by half a turn, or hidden.",
        "color": "Color that multiplies the contents.",
        "colors":
            "Colors of which each particle gets one at random, at most 64: a color, or an object with its weight. It multiplies the cell's color.",
        "inherit": "What a sub-cell's particles take from their parent.",
        "redRange": "Range of red around the color's red.",
        "greenRange": "Range of green around the color's green.",
        "blueRange": "Range of blue around the color's blue.",
        "alphaRange": "Range of alpha around the color's alpha.",
        "redSpeed": "Change of red per second.",
        "greenSpeed": "Change of green per second.",
        "blueSpeed": "Change of blue per second.",
        "alphaSpeed": "Change of alpha per second: particles fade below 0.",
        "style": "Core Animation's style dictionary; ignored.",
    ]
}
