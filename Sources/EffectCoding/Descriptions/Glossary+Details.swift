extension Glossary {
    private static let coveringContents = """
        A color, rectangle, square or strip is stretched to the canvas. Other contents keep their proportions \
        and may extend beyond the canvas; transparent parts stay transparent.
        """
    private static let onlyDynamics = "Only with dynamics; a conflict with another mode."
    private static let noBlinds = "A conflict with blinds and a morph."

    /// Facts beyond the sentences, by object and member; those of the object itself under an empty name.
    static let details: [String: [String: String]] = [
        "Animation": [
            "": """
            Course of a property of the layer or, in an emitter, of its cells or of a behavior over time, in the \
            manner of CAAnimation. The default type is keyframe. Times are those of the layer's clock. Of several \
            animations of one property, the last active one counts; additive animations are added. Values that \
            easings, splines and sums lead beyond the property's range are clamped. At the time t of its parent \
            (the layer's clock, or the group's), its own clock shows (t - beginTime) × speed + timeOffset. The \
            animation acts from 0 on, which a timeOffset moves before beginTime, until all its runs are over. To \
            start each repetition at the end of the previous one, let the values start from 0, with additive.
            """,
            "additive": """
            Values are then differences: up to the width of the property's range, either way; for a color four \
            numbers, each -1 to 1.
            """,
            "duration": """
            Default: 1 for a transition; for a spring, until it has settled; in a group, the group's duration.
            """,
            "keyPath": """
            Key path of the animated property; an unknown-value if there is no such property, a conflict for a \
            mask's property without a mask, or a shape's in another layer. Values are as for the field, units \
            included: a number, [x, y] for a point, a color. Points have components .x and .y, emitterSize has \
            .width and .height; a component is a number. At all times, of the layer: opacity, position, \
            transform.scale, transform.rotation, mask.position, mask.scale, mask.rotation, mask.path. Scales may \
            also be one number for both. Layers other than emitters have only these properties; shapes also path, \
            fillColor, strokeColor, lineWidth, miterLimit, lineDashPhase, strokeStart and strokeEnd. A mask.path \
            is path data in the coordinates of the mask's own asset, which must be a path (a shape's path in its \
            own); each morphs into the next as in a reveal's morph. It allows linear and discrete values, from and \
            to; a layer has at most 256 paths. For particles born later, of the emitter: birthRate, lifetime, \
            velocity, scale, spin, emitterPosition, emitterZPosition, emitterSize, emitterDepth. Births follow a \
            birthRate at all times; its values are -100,000 to 100,000, where values below 0 are 0. For particles \
            born later, of all cells with a name, emitterCells.NAME. and one of: birthRate (-1,000,000 to \
            1,000,000), lifetime, lifetimeRange, emissionLatitude, emissionLongitude, emissionRange, velocity, \
            velocityRange, xAcceleration, yAcceleration, zAcceleration, rotation, rotationRange, spin, spinRange, \
            orientationLatitude, orientationLongitude, orientationRange, scale, scaleRange, scaleSpeed, \
            contentsScale, color, redRange, greenRange, blueRange, alphaRange, redSpeed, greenSpeed, blueSpeed, \
            alphaSpeed. Sub-cells: emitterCells.NAME.emitterCells.NAME.…. For living particles, of all behaviors \
            with a name, emitterBehaviors.NAME. (the layer's) or emitterCells.NAME.emitterBehaviors.NAME. (a \
            cell's) and an input of its kind: force.x, force.y, force.z, frequency, drag, velocity.x, velocity.y, \
            velocity.z, gust, rotation (of alignToMotion), position, zPosition, stiffness, radius, falloff, \
            falloffDistance, orientationLatitude, orientationLongitude, strength, size, speed, amount, color, \
            directionLatitude, directionLongitude, coneAngle, coneEdgeSoftness. Forces are updated 120 times per \
            second.
            """,
            "speed": "0 stops at timeOffset.",
            "timeOffset": """
            Offset of the clock, in seconds; the animation starts and ends earlier by timeOffset / speed.
            """,
            "timingFunction": """
            Easing of the whole, before key times, or the times of a group's animations, are looked up. For a \
            transition easeOut by default.
            """,
        ],
        "Animation.basic": [
            "": """
            Course from one value to another, in the manner of CABasicAnimation, with one or two of from, to and \
            by. With from and by, the end is from + by; with to and by, the start is to - by. With only one of \
            them, the property's own value (for an additive animation, 0) is the other end: by alone ends by the \
            difference further.
            """
        ],
        "Animation.group": [
            "": """
            Animations with a common clock, in the manner of CAAnimationGroup: their time is the group's, from 0 \
            to its duration, eased by its timingFunction; longer animations are cut off. Groups nest at most 3 \
            deep.
            """
        ],
        "Animation.keyframe": [
            "": """
            Values at key times, or a path, in the manner of CAKeyframeAnimation. Either values or a path is \
            required, not both. The keys of a path are the ends of its lines and curves.
            """,
            "calculationMode": """
            linear: straight from value to value. discrete: each value holds. paced: straight, at an even speed; \
            key times and timing functions have no effect. cubic: on a Kochanek–Bartels spline, by default a \
            Catmull–Rom spline. Splines are a conflict with a path.
            """,
            "keyTimes": """
            Ascending, as many as values; for discrete one more, since each value holds until the next time. The \
            times need not span 0 to 1: the ends hold.
            """,
            "path": """
            Path of a point, in its coordinates, with at least one line or curve; a conflict for key paths other \
            than points.
            """,
            "rotationMode": """
            Only with a path, and for position, mask.position and emitterPosition: adds the path's direction to \
            the layer's or mask's rotation, or to the natural direction of the emitter. auto: +x follows the path. \
            autoReverse: -x does.
            """,
            "timingFunctions": "None, or one fewer than values. A conflict with discrete.",
        ],
        "Animation.random": [
            "": """
            Random value, drawn again at each interval, uniformly between from and to, and held until the next \
            draw. Not in Core Animation. Points and colors have one draw for all components, and lie on the line \
            from one end to the other; components may be animated separately. Steps start at multiples of the \
            interval in the parent's time, also before 0, while an emitter prewarms. The draw depends only on the \
            seed, the layer's name, the stream and the step's number. A random animation has no clock of its own, \
            and acts while its parent's clock runs: an enclosing group determines the time. Fields of a clock are \
            a conflict.
            """,
            "exponent": """
            from and to are then plain numbers or lengths (12pt, 100vmax), 0 to 1,000,000, whatever the unit of \
            the property. Their powers must be in the range of the property, otherwise out-of-range. A conflict \
            for points and colors.
            """,
        ],
        "Animation.spring": [
            "": """
            Course from one value to another on a spring, in the manner of CASpringAnimation, with the ends of a \
            basic animation. Below a damping of 2·√(mass·stiffness), the value oscillates beyond its end, clamped \
            only to the property's range. By default, the duration is Core Animation's settlingDuration, after \
            which less than a thousandth of the distance is left, also in a group; missing if the spring never \
            settles. After the duration, the end value itself holds.
            """
        ],
        "Animation.transition": [
            "": """
            The layer disappears, and stays hidden, unless its last moment holds (fillMode forwards or both). The \
            contents of an animated layer never change; for moving transitions, use a layer of the type \
            transition, whose from or to may be a layer. Not supported yet: subtype.
            """,
            "transition": "Kind of transition: fade reduces the opacity. Not supported yet: moveIn, push, reveal.",
        ],
        "Asset": [
            "": """
            An asset has exactly one of shape, path, image, emoji, text and gradient; some of the other members \
            belong to one kind only. Null counts as absent. Not supported yet: stroke.
            """,
            "blur": """
            The shape becomes an image of at most 262,144 pixels, larger than the shape by a little more than three \
            times the blur or the radius of the glow on each side, and counts as an image of the spec. A conflict with a \
            dot, an image, a gradient, an emoji and letters in colors of their own.
            """,
            "corners": "No effect on other assets.",
            "glow": "See blur.",
            "emoji": "One line of at most 16 emoji and 256 bytes. Color fonts are tried first. See text.",
            "fill": """
            Over the asset's box, as a background has it over the canvas; angles of the short form are those in a \
            square. The particle's color and the tint multiply its colors. Computed for each pixel, at any size. A \
            conflict with a dot, an image, a gradient, an emoji and letters in colors of their own. An SVG and a Lottie \
            refuse a conic fill, and an SVG one whose color changes.
            """,
            "fillRule": "A conflict without a path.",
            "font": """
            Installed font families to try first, in upper or lower case, separated by commas: the first that is \
            installed is taken; unknown-value if none is. Null tries DejaVu Sans and Noto Sans; before them, for emoji, Noto Color Emoji, Twemoji and \
            EmojiOne Color; after them, for Chinese, Japanese and Korean, Noto Sans CJK, WenQuanYi Micro Hei and \
            Droid Sans Fallback; then all others. A conflict without text or emoji.
            """,
            "fontSize": "A conflict without text or emoji.",
            "fontWeight": """
            The nearest weight that the family has: Dosis has 200 to 800, DejaVu Sans 400 and 700. A conflict without \
            text or emoji.
            """,
            "maxWidth": "Of the ink. A shorter text keeps its fontSize. A conflict without text or emoji.",
            "gradient": """
            Premultiplied, in sRGB. As a cover, the gradient is stretched. Its image has at most 1024 pixels per \
            side.
            """,
            "image": """
            A PNG or JPEG: a data: URI (data:image/png;base64,…, data:image/jpeg;base64,…, or percent-encoded \
            without ;base64; the type must match the bytes), or the name of a file in the directory of --pictures \
            at the start of the program. Other URLs are refused; nothing is ever fetched. At most 16,384 pixels \
            per side, a JPEG at most 64 scans. Colors are read as sRGB, whatever profile or gamma the file has; a \
            JPEG is rotated by its Exif orientation; of an animated PNG, the default image is used. A POSTed spec \
            has at most 262,144 bytes (--max-body-bytes), so larger images belong in the directory.
            """,
            "innerRadius": "No effect on other assets.",
            "shape": """
            polygon has corners, star has corners tips, the first at the top. ring is a disc with a hole. ribbon \
            is a wavy band, flake a snow crystal, sparkle a glint with four needles, petal has a notch \
            at the top, drop and flame their tips, and leaf a stem at the bottom. needle is a spark with a tail to \
            the left, puff a lump of smoke, curl a band of three waves, and wisp a curved plume of smoke. dot \
            is a soft spot, whose alpha at a distance of r from its center (1 at the rim) is 1 - smoothstep(0.1, 0.95, r).
            """,
            "size": """
            Width and height at scale 1, in points. Default: 12 for shapes and paths; an image's pixels, one point \
            each; the ink of the letters at fontSize.
            """,
            "text": """
            One line of at most 256 bytes, without control characters, with a visible character. Letters are \
            outlines. If any character has colors, as emoji have, the text becomes an image with white letters. A \
            character that no installed font has is an unknown-value. Letters and emoji depend on the fonts that \
            are installed where the service runs.
            """,
            "viewBox": """
            Width and height are at least 0.001. Default: 0, 0 and the size. A conflict without a path.
            """,
        ],
        "Behavior": [
            "": """
            Behavior that acts on particles after birth, in the manner of CAEmitterBehavior. The type determines \
            the inputs; inputs of other kinds are refused. Positions are in the layer's points, forces in points \
            per second squared for a particle of mass 1, times in seconds; t is the layer's time, so all particles \
            have the same rhythm. The forces of several behaviors are added. A wall's inputs and values over life \
            can't be animated. enabled: whether the behavior has an effect.
            """
        ],
        "Behavior.alignToMotion": [
            "": "A particle at rest keeps the direction of its birth. The last of several such behaviors counts.",
            "rotation": "Added rotation, in turns, -1000 to 1000: 0.5 turns the upper edge forward.",
        ],
        "Behavior.attractor": [
            "": """
            Attracts like a spring toward a sphere, a cylinder or a slab: a = stiffness × (radius - d) × w / mass \
            outward, at a distance of d. w is 1 outside the radius and 0 inside. With a falloff above 0, w grows \
            from 0 to 1 over that distance outside; with a falloff below 0, w falls from 1 to 0 over that distance \
            inside, where the spring then pushes outward. With a falloffDistance, w is also multiplied by 1 - |d - \
            radius| / falloffDistance, but not below 0.
            """,
            "attractorType": """
            Geometry from which d is measured: the center, an axis or a plane through the center.
            """,
            "orientationLatitude": "Positive toward the viewer.",
            "orientationLongitude": "In the canvas plane; 0 is along +x.",
            "radius": "Rest length of the spring.",
        ],
        "Behavior.bounce": [
            "": """
            Inner walls of a box, off which particles bounce with the edges of their contents: the outline, scaled \
            and rotated; for a soft dot, the contour of half its light; for an image, the part that is more than \
            half opaque. Particles without contents bounce with their center. Each bounce also removes friction of \
            the spin. A particle at rest tips over until it lies on a side, in about a third of a second, and then \
            does not rotate; planes in space, stretched particles, and those with alignToMotion or a rotation over \
            life stay as they are. Particles born beyond a wall may enter. Not in Core Animation.
            """,
            "diesOnCollision": "Behaviors over life still use the full lifetime.",
        ],
        "Behavior.collider": [
            "": """
            Solid in the canvas plane, off which particles bounce with their edges: a half-plane on one side of a \
            line, a circle or a box. Edges, spin and rest are as for bounce. Particles born inside leave freely, \
            and fast particles do not tunnel. SceneKit's colliders; not in Core Animation.
            """,
            "angle": "Not for a circle.",
            "diesOnCollision": "Behaviors over life still use the full lifetime.",
            "inverse": "Not for a plane.",
            "radius": "Only for a circle.",
            "size": "Only for a box.",
        ],
        "Behavior.colorOverLife": [
            "": "Sets the whole color, alpha included, as a function of the elapsed share of life.",
            "locations": "The ends hold outside. None: evenly spaced over the whole life.",
        ],
        "Behavior.flicker": [
            "": """
            Random variation of alpha, which is multiplied by 1 - amount × n, where n is a smooth noise from 0 to \
            1 for each particle. Not in Core Animation.
            """
        ],
        "Behavior.floor": [
            "": """
            A particle at rest tips over until it lies on a side, as with bounce. Not in Core Animation.
            """,
            "diesOnCollision": "Behaviors over life still use the full lifetime.",
        ],
        "Behavior.light": [
            "": """
            Lights particles: a color is multiplied by the sum of all lights, at most 1 in each channel. A light \
            contributes its color times alpha, times max(0, 1 - d / falloffDistance)^falloff at a distance of d if \
            both are above 0, times the share within its cone. A plane is lit in proportion to how directly it \
            faces the light, from either side.
            """,
            "appliesAlpha": """
            Whether alpha is multiplied by the largest channel of the sum, so that unlit particles are \
            transparent.
            """,
            "color": "Color of the light; its alpha is the brightness.",
            "coneAngle": "Default: a quarter turn.",
            "directionLatitude": "Positive toward the viewer.",
            "directionLongitude": "In the canvas plane; 0 is along +x.",
        ],
        "Behavior.simpleAttractor": [
            "": "As attractor, with d measured in the canvas plane only.",
            "radius": "Rest length of the spring.",
        ],
        "Behavior.turbulence": [
            "": """
            Pushes along the curl of a noise field: a = strength × curl(x / size, y / size, t × speed) / mass. A \
            curl is about 1 where the field is strong, and lies in the canvas plane. The field depends on the \
            seed. Not in Core Animation.
            """,
            "speed": "Changes of the field per second, 0 to 1000; 0 for a constant field.",
        ],
        "Behavior.valueOverLife": [
            "": """
            Scale (the layer's and a parent's factor included), rotation and color are changed by one behavior \
            after the other; of several on other properties, the last one counts. spin and scaleSpeed add up over \
            the life. Colors and their components change in the order of behaviors. The mass stays at least 0.01.
            """,
            "additive": "A conflict with another operation.",
            "locations": "The ends hold outside. None: evenly spaced over the whole life.",
            "values": "1 to 64 numbers, each -100,000 to 100,000, in the property's unit.",
        ],
        "Behavior.vortex": [
            "": """
            Pushes around a point, clockwise: a = strength × w / mass at a distance of d, where w is d / radius \
            within the radius and max(radius, 1) / max(d, 1) beyond: nothing in the center, most at the radius. \
            Not in Core Animation.
            """,
            "radius": "With 0, the force is negligible.",
        ],
        "Behavior.wave": [
            "": """
            The acceleration is force × W(frequency × t) / mass, where W is a triangular wave from -1 to 1 with \
            rounded tips, 0 and rising at whole numbers.
            """
        ],
        "Behavior.wind": [
            "": """
            Moving medium: a = drag × (velocity - v) / mass. With a gust its velocity is multiplied by 1 + gust × \
            (2n - 1), where n is a smooth noise from 0 to 1, the same for all particles. Not in Core Animation.
            """
        ],
        "Burst": [
            "": """
            count particles at the time at, and again repeat times. Times are cell times, so speed and timeOffset \
            apply. The layer's birth rate has no effect. Births before the clock starts or after the cell's end \
            are dropped.
            """,
            "interval": "Above 0 for repeated bursts.",
        ],
        "Canvas": [
            "": "Its longer side may have at most 2,048 pixels (--max-side).",
            "background": "A gradient covers the image, however the scene is fitted to it.",
            "fit": "The factor from scene to image is at most 64, and at least 1/64.",
            "perspective": """
            A particle at z is drawn at m + (p - m) × f and f times as large, where f = perspective / (perspective \
            - z) and m is the canvas' center. Where f would be 16 or more, nothing is drawn.
            """,
            "scale": "Sizes in pixels are rounded.",
            "tile": """
            Emitters, sprites, texts and shapes without masks, blurs and blooms, on a color or no background; all else \
            is a conflict. What is off the canvas is seen on it, too: particles should fade in and out rather than \
            begin outside. Pieces of up to the canvas's size are whole. In a frame dump, each copy is an item with an \
            id of its own. Vectors have no such canvas (invalid-spec).
            """,
        ],
        "Contents": [
            "": "Names of assets take precedence, so an asset named white hides the color."
        ],
        "Dynamics": [
            "": "UIKit Dynamics: items are rigid bodies, stepped 120 times a second.",
            "attachments": """
            type (length, limit, pin, sliding or fixed); item ("all", or a point near one), attachedTo \
            ("neighbors", or a point) or anchorPoint; offsetFromCenter, length, frequency, damping, \
            frictionTorque, attachmentRange, axis.
            """,
            "collision": """
            mode (everything, items or boundaries) and boundaries: "canvas" (its four edges, from both sides: an \
            item that starts above the canvas lands on the upper edge), objects with from and to, or with a path; \
            at most 64, of 512 lines in all (too-much).
            """,
            "fields": """
            type (linearGravity, radialGravity, vortex, noise, turbulence, velocity, drag, spring, electric or \
            magnetic), strength, position, region, direction, falloff, minimumRadius, smoothness, animationSpeed, \
            categoryBitMask, beginTime, duration; each type has some of the members.
            """,
            "item": """
            elasticity, friction, density, resistance, angularResistance, charge, fieldBitMask, allowsRotation, \
            isAnchored, collisionBoundsType (rectangle, ellipse or path) with collisionBoundingPath (SVG path data \
            in points from the center; the convex hull of at most eight corners collides), linearVelocity, \
            angularVelocity.
            """,
            "pushes": """
            mode (instantaneous or continuous); pushDirection, or angle and magnitude, drawn for each item; \
            targetOffsetFromCenter; beginTime, duration.
            """,
            "snap": "snapPoint (default: each item's initial position), damping, beginTime, duration.",
        ],
        "EffectSpec": [
            "": """
            A length with % is a percentage of the canvas width (for x) or height (for y); with vmin and vmax, of \
            the shorter and longer side. A time with % is a percentage of the duration. Unknown names are refused. \
            Known names that are not supported yet are refused with the kind not-supported-yet, unless they are \
            null or have the harmless value given in brackets.
            """,
            "assets": """
            The built-in shapes need no entry: they are 12 points wide and high, unless the spec gives their name \
            to another asset.
            """,
            "rangeConvention": "emissionRange is a full angle in both.",
            "seed": "A whole number, or any text of at most 128 bytes; 7 and \"7\" are the same seed.",
        ],
        "EmitterCell": [
            "": """
            All speeds are rates per second. lifetime, velocity, rotation, spin, scale and mass may also be \
            [lowest, highest]; the …Range must then be absent. The meaning of a range is given by rangeConvention. \
            Core Animation's defaults make a cell that shows nothing. Therefore an enabled cell must have a \
            lifetime, a birthRate or a burst, and contents. contents may be absent if there is a trail or a \
            sub-cell, or null. A cell's clock starts at beginTime, runs at speed, and determines the births. A \
            sub-cell is a cell in another cell's emitterCells, emitted by each particle of that cell, its parent. \
            Its particles start at the parent's position and direction, multiply its color and scale, and their \
            clocks run at its speed. There are at most 4 levels of sub-cells. A particle moves by a formula if \
            only its acceleration (with animatedRates live also an animated one, but not together with a drag), \
            drift, drag and steady wind act; otherwise in steps of 1/120 s from its own birth (down to a sixteenth \
            of that for a stiff spring). Either way, a frame does not depend on other frames, on fps or on other \
            particles.
            """,
            "back": "The alpha multiplies the particle's. Sprites and points have no back.",
            "beginTime": """
            Time at which the cell's clock shows timeOffset: seconds of the layer's time, or for a sub-cell of its \
            parent's since the event of on.
            """,
            "birthPhase": """
            Progress toward the first birth at the start, 0 to 0.999999. seeded or null draws the value from the \
            seed; for a sub-cell, both are 0.
            """,
            "contents": """
            Without contents, sub-cells are emitted. A list of 1 to 16 has assets, names, or objects with contents and a \
            weight; each particle draws one at birth. A list has no sheets of frames (conflict).
            """,
            "contentsFirstFrame": "Not with the mode random.",
            "contentsFrameCount": """
            Number of equally large images within contentsRect, in rows from the top left, 1 to 256. A particle \
            shows one of them.
            """,
            "contentsFrameMode": """
            single: the first image. random: a random image for life, drawn at birth. clamp: the same, until the \
            last image, which stays.
            """,
            "contentsFramesPerSecond": """
            Images per second of the particle's own time, 0 to 1000, or [lowest, highest], drawn for each \
            particle; for sequential, clamp and autoReverse.
            """,
            "contentsRect": "A part is drawn at the size that it has in the asset.",
            "drift": "A number is along x.",
            "emissionLongitude": "In radians, clockwise.",
            "emissionRange": """
            Full opening angle of the emission cone, in radians; a negative value counts as positive.
            """,
            "emissionSpace": """
            cone: uniform over a cone in space, then projected. planar: uniform over an angle in the canvas' \
            plane.
            """,
            "emitterBehaviors": "Sub-cells have their own.",
            "fillMode": "Ignored: outside its active time, a cell's clock stands still and causes no births.",
            "idleDuration": """
            Pause between two runs of the duration, in seconds of cell time, without births by the birth rate; \
            bursts are not affected. A value above 0 needs a duration, and a repeatCount above 1 or a longer \
            repeatDuration. With duration 0.2, idleDuration 0.5 and repeatCount infinite, the cell emits again and \
            again.
            """,
            "lifetime": "Particles with a lifetime of 0 or less are never visible.",
            "mass": "Accelerations and drift do not depend on the mass.",
            "massRange": "The mass is at least 0.01.",
            "minificationFilter": "No effect on shapes, paths and letters.",
            "minificationFilterBias": """
            Bias added to the mipmap level, -16 to 16: blurs above 0, sharpens below 0. The width that linear \
            reads for a pixel is multiplied by 2 to this power.
            """,
            "on": """
            update: the parent's life; the sub-cell emits from the parent's position, and ends with the parent. \
            birth: the parent's birth, from its birthplace, even after its death. collision: each of the parent's \
            first eight collisions with a wall (bounce, floor or collider, one of which must act on the parent), \
            from the point of contact, away from the wall; resting particles do not collide. With all but update, \
            a birthRate above 0 needs a finite duration. Sub-particles take over the parent's color and scale at \
            their birth: from a parent that has shrunk or faded to nothing, nothing is visible.
            """,
            "orientationLatitude": "At a quarter turn, a plane rotates like a sprite.",
            "orientationLongitude": """
            Azimuth of a plane's rotation axis in the canvas plane, in radians, clockwise from +x.
            """,
            "orientationRange": """
            Full opening angle of the cone of rotation axes, in radians; a negative value counts as positive.
            """,
            "particleType": """
            plane: a flat piece that rotates in space about its axis (orientationLongitude), and appears narrower \
            as it turns away.
            """,
            "redRange": "Colors are clamped to 0...1 only when drawn.",
            "repeatCount": "Bursts are not repeated.",
            "repeatDuration": """
            Total duration of all runs, in seconds of cell time, idle times included, if longer.
            """,
            "rotation": "A sprite rotates about the line of sight, a plane about its axis, a point not at all.",
            "speed": "0 emits nothing.",
            "stretchFactor": """
            Elongation along the motion on the canvas: to stretchFactor × points per second times the length, at \
            least 1 and at most 100. With 0.01, a particle at 400 points per second is four times as long. Does \
            not rotate: use the behavior alignToMotion.
            """,
            "timeOffset": """
            Offset of the cell's clock, in seconds: births start and end earlier by timeOffset / speed, if the \
            layer or parent exists by then, and bursts come earlier or are over.
            """,
            "velocity": """
            Initial speed along the direction, in points per second; negative values reverse the direction.
            """,
        ],
        "EmitterText": [
            "": "A plain text is the same as an object with the text."
        ],
        "Gradient": [
            "type": """
            axial: along the line from startPoint to endPoint. radial: from startPoint outward, to an ellipse \
            around it whose box has endPoint at a corner. conic: around startPoint, clockwise from where endPoint \
            is.
            """
        ],
        "Layer": [
            "": """
            The default type is emitter. The members in addition to the common members depend on the type; members \
            of other types are refused. A layer has its own clock, with the names and meanings of CAMediaTiming. \
            Its contents and animations follow the clock, which shows (t - beginTime) × speed + timeOffset at the \
            time t, and starts at 0: with a timeOffset, timeOffset / speed seconds before beginTime; at speed 0, \
            the layer has always existed. An emitter, sprite, text, shape or group restarts after duration, by the \
            longer of repeatCount and repeatDuration; each run shows the same. Outside its active time, a layer is \
            hidden, except for its fillMode. Layers of the other types run once, from the clock's start on; their \
            duration is the duration of their effect. The finished layer is scaled and rotated (transform) about \
            the center of the canvas, moved (position), multiplied by its mask and opacity, and composited with \
            the canvas (blend). A sprite or text is scaled and rotated about its own center, at position; a shape \
            about the center of its viewBox. Layers of a group use canvas coordinates, too; the group scales, \
            rotates and moves them as a whole. Not supported yet: of all types but emitter, geometryFlipped \
            (false); of fireworks, fountains, reveals, transitions, shatters and likes repeatCount (0 or 1), \
            repeatDuration (0), autoreverses (false), fillMode (removed).
            """,
            "animations": """
            At most 256 in a layer, including those in groups; their paths have at most 8,192 lines and curves in \
            all; they act on at most 1,024 properties, where each cell or behavior with a shared name counts.
            """,
            "beginTime": "Times after the end of the scene, such as a media time, have no visible effect.",
            "blend": """
            Null: the blending of its particles (renderMode; for other layers normal), item by item directly onto \
            the canvas; or as a whole if the layer has a mask or an opacity below 1.
            """,
            "masksToBounds": """
            No effect on a layer that is not moved, or on images and texts, which fill their bounds.
            """,
            "name": "The default is the layer's name everywhere.",
            "position": """
            For a sprite or text, the position of its center, for a shape of its view box's center; by default the \
            center of the canvas.
            """,
        ],
        "Layer.emitter": [
            "": """
            Emitter of particles, with the names and meanings of CAEmitterLayer. Particles keep their properties \
            from birth, unless animatedRates is live; behaviors and their animations act on all living particles. \
            Not supported yet: size, and spinBias (0), which is undocumented.
            """,
            "animatedRates": """
            Particles affected by animations of xAcceleration, yAcceleration, zAcceleration, scaleSpeed, redSpeed, \
            greenSpeed, blueSpeed or alphaSpeed. birth: a particle keeps the values of its birth, as for all other \
            properties. live: all living particles have the current values, as in Core Animation; they follow the \
            exact integral, whatever fps is. With drag or wind and an animated acceleration, particles move in \
            steps.
            """,
            "birthRate": "Applies to sub-cells, too; no effect on bursts.",
            "circleRadius": "The same for a sphere. width: the width, as its documentation says.",
            "cullRect": """
            Visible rectangle: particles with their center outside are hidden, trails included, but live on. In \
            points of the layer.
            """,
            "density": """
            Where a scene is laid out for another size than canvas.scene. births: birthRate and the count of bursts \
            are multiplied by the growth of the shape's length or area. lifetimes: lifetime is multiplied by the \
            growth of the scene's height for a line, and of the side that a rectangle has no extent along, or of the \
            longer one for points. area: both, so that equal areas have equally many particles. At most 16 times, and \
            at least 1/16. Sub-cells are unchanged.
            """,
            "dynamics": """
            Particles, at most 2,000 at once (too-much), as rigid bodies from birth to death, with the velocity \
            and the spin of their cells: circles or boxes, depending on the contents, of the size at birth. A \
            conflict in a seamless loop, with attachments, sub-cells, planes, accelerations, drift, and behaviors \
            or animations that move particles or change their size.
            """,
            "emitterCells": "Their on is update.",
            "emitterMode": """
            points: corners, or a line's ends. outline: edges, evenly by length. surface: faces, evenly by area. \
            volume: the whole inside. The points of a circle are its rim, points and outline of a sphere its \
            surface. The points of a path are the ends of its lines and curves. The surface of a flat shape is the \
            shape itself. Not supported yet: sequential.
            """,
            "emitterPath": """
            Path of the shape path; a conflict with other shapes. In points from emitterPosition, filled by the \
            nonzero rule.
            """,
            "emitterRects": """
            Rectangles of the shape rectangles; a conflict with other shapes. In points from emitterPosition.
            """,
            "emitterShape": """
            Shape on which particles are born, and their direction with a longitude of 0. point: at the position, \
            toward +x. line: on a horizontal segment, upward. rectangle: outward from the outline, otherwise \
            toward +x. cuboid, with emitterDepth: outward from outline and surface, otherwise toward +x. sphere: \
            outward in space. path, with emitterPath, and text, with emitterText: outward from the outline (for an \
            open contour, to the left of its direction), otherwise toward +x. rectangles, with emitterRects: each \
            as rectangle; each gets its share of births by area, by length (outline), or equally (points, or if \
            none has an extent).
            """,
            "emitterSize": "Points, paths and texts use neither.",
            "emitterText": """
            Text of the shape text; a conflict with other shapes. The center of its ink is at emitterPosition. \
            Emoji are refused, since color glyphs have no outline.
            """,
            "geometryFlipped": """
            As on macOS. Positions and angles of all particles, shapes and behaviors are mirrored, images stay \
            upright. position, transform and mask of the layer are not affected.
            """,
            "naturalDirection": """
            shape: given by emitterShape. outward: away from emitterPosition. Or an angle in the canvas plane, in \
            radians, -1000 to 1000. Sub-cells have the direction of their parent.
            """,
            "preservesDepth": "Otherwise z only affects the order backToFront and behaviors.",
            "prewarm": """
            steady (or auto): the longest lifetime of its particles, sub-cells included. Cells with a beginTime or \
            a finite duration, and bursts, do not start earlier.
            """,
            "renderMode": """
            unordered and oldestFirst: by birth. oldestLast: youngest first. backToFront: by ascending z. These \
            four cover the particles behind; the others are sums of light, by birth: additive and cheapAdditive \
            add, screen gives 1 - (1 - a)(1 - b), maximum the larger value, for each channel and alpha. Not \
            supported yet: cheapColorDodge.
            """,
            "updateInterval": "Each frame shows its own time exactly.",
        ],
        "Layer.firework": [
            "": """
            Bursts of sparks at the start of the layer's clock. The sparks fly into the four quadrants (upper \
            right, lower right, lower left, upper left) in equal numbers, 8 sparks two each, on drooping curves. A \
            spark disappears after its duration.
            """,
            "canChangeZIndex": "False draws all sparks at z.",
            "diagonalChange": "False draws the axes separately.",
            "maxChange": "Into its quadrant: per axis a whole number of points from 0 up to the value, exclusive.",
            "trajectories": """
            A curve is a Bézier curve from (0, 0), the start of the spark: the control point and the end for a \
            quadratic curve; two control points and the end for a cubic curve. In units of scale points.
            """,
        ],
        "Layer.fountain": [
            "": """
            Sparks that start one after another at the center of the top edge of around, rise and spread like a \
            trumpet. The first starts with the layer's clock.
            """,
            "drift": "To the right. No effect with trajectories.",
            "lift": """
            Of a random value, [lowest, highest] is a uniform draw for each use; an object draws one of from, from \
            + step, from + 2 × step and so on up to to, with a rounded number of steps. No effect with \
            trajectories.
            """,
            "rise": "Above the control point. No effect with trajectories.",
            "trajectories": """
            A curve is a Bézier curve from (0, 0), the start of the spark: the control point and the end for a \
            quadratic curve; two control points and the end for a cubic curve. In units of scale points. None: a \
            quadratic curve with the control point (0, -lift) and the end (drift, -(lift + rise)), with the next \
            three members drawn for each spark.
            """,
        ],
        "Layer.group": [
            "": """
            Layers that move, start, fade, are masked and repeat together (CALayer's sublayers, CAReplicatorLayer, \
            CAScrollLayer). Layers of a group use canvas coordinates; the bounds are centered on the canvas, and \
            position and transform move the bounds with the layers. Groups nest at most four deep, and a spec has \
            at most 64 layers in all. The layers follow the group's clock: they start, repeat and end with it. In \
            a seamless loop, the clock only changes their speed. Copies (instanceCount, tile) show the same \
            particles. A layer has at most 1000 copies, including copies of copies; all count as particles alive \
            at once. In a seamless loop, a delayed copy starts with the end of the previous round. The shadow \
            belongs to the finished group, after its mask and bounds; at the edges of the canvas, the contents are \
            extended.
            """,
            "layers": """
            Layers of the group, drawn by z; names are unique in the whole spec. References by name find layers of \
            the same group.
            """,
            "cornerRadius": "At most half of the shorter side of the bounds counts.",
            "scroll": """
            As the origin of a layer's bounds in Core Animation: the contents move by -scroll, and the background, \
            the border, the bounds, the mask and the copies' places stay. The point (canvas - size) / 2 + scroll of \
            the contents is at the upper left corner of the bounds. The move is along the group's own axes, before \
            its transform. Contents beyond the bounds are cut off with masksToBounds only. With a tile, they wrap: \
            a scroll by a whole tile changes nothing. Without one, nothing follows the contents that move out.
            """,
            "shadowRadius": "As in Core Animation: half of CSS's blur radius.",
            "size": "Animations need a size to start from.",
            "tile": """
            The contents are at their own place, and at all multiples of the tile from there. They may extend beyond \
            their tile by a tile's size.
            """,
        ],
        "Layer.like": [
            "": """
            A button is touched at the start of the layer's clock, and released after press seconds. The button, \
            the emoji and the counter are drawn in this order; opacity and mask apply to the whole. Before its \
            beginTime the layer is hidden: a sprite can replace the button until then.
            """,
            "button": "Null for none; {} is a heart.",
            "cell": """
            Members of an emitter cell, for the cells of all emoji; absent members have the default below, all \
            others that of an EmitterCell. A member that is [lowest, highest] also replaces the default's range. \
            An emoji's longer side is 100 points at scale 1. contents replace the emoji. Ranges follow the spec's \
            rangeConvention. on is update. duration, repeatCount and idleDuration are a conflict, since press \
            determines the duration of the births.
            """,
            "cells": "Each is emitted independently.",
            "contents": "They have their own sizes at scale 1.",
            "emoji": """
            1 to 256 texts of at most 64 bytes, as emoji of an asset. If there are more than cells, that number is \
            drawn by the seed, possibly with repetitions; otherwise all are used in turn. Default: 77 common \
            emoji.
            """,
            "presses": "Each press draws cells contents; cells × presses is at most 64. The counter continues.",
            "renderMode": """
            Order and blending of the emoji, as for an emitter's particles. On a light background, additive shows \
            next to nothing.
            """,
        ],
        "Layer.reveal": [
            "": """
            Transition from one image to another, from the start of the layer's clock, through a shape that grows \
            until it covers the whole canvas: a circle, whose final radius is the distance from its center to the \
            farthest corner, or another shape (shape). Then the new image stays. The two images are composited \
            with the canvas one after the other. If the layer is translucent or blended, moves or has a mask, and \
            between layers, the new image is also clipped by the shape, and both are mixed along the edge.
            """,
            "endRadius": """
            Final radius of the shape, in points; the rest of the old image then disappears at once. Null: just \
            large enough to cover the whole canvas, soft edge included. missing for an asset that does not contain \
            its own center, such as a ring or a word, which never covers the canvas. A conflict with blinds and a \
            morph.
            """,
            "feather": """
            Half of the width is outside the shape. Scaled by the layer's transform.scale, up to 600 pixels.
            """,
            "from": coveringContents,
            "reverse": "True: the old image is visible in a shape that shrinks, from its end to its start.",
            "rotation": noBlinds,
            "startRadius": noBlinds,
            "timingFunction": """
            Easing of the shape's radius, of the opening of blinds, or of the progress of a morph.
            """,
            "to": "The final contents are below.",
            "turn": noBlinds,
        ],
        "Layer.shape": [
            "": """
            Filled and stroked path, with the names, meanings and defaults of CAShapeLayer. The stroke is above \
            the fill. A stroke has at most 32,000 straight pieces at the largest size of the layer; more are \
            too-much.
            """,
            "lineDashPattern": """
            With an odd number, dashes and gaps swap each time. A dash of 0 is a dot with a round or square cap. \
            Each contour restarts the pattern.
            """,
            "lineWidth": "Width of the stroke, in points, half to each side; 0 for no stroke.",
            "strokeEnd": "End of the stroke; without a stroke unless after the start.",
        ],
        "Layer.shatter": [
            "": """
            The tiles are ordered in columns from the left, each from the top down; later tiles are above. The \
            last column and row are narrower at the edges of the canvas. A tile moves from its position, in points \
            per second, y down: dynamics, in the units of UIKit Dynamics: pushed once, to the velocity (pushX, \
            pushY) × 100 / m, where m = density × tile² / 10,000; then falling by 1000 × gravity points per second \
            squared. linear, as an animation of a view: by (spreadX, spreadY) points over the duration, at an even \
            speed. sprites, as in OpenGL: with the velocity (spreadX, spreadY / duration). The tiles disappear \
            after the duration.
            """,
            "collision": """
            Whether tiles bounce off the edges of the canvas, not off each other; resting tiles do not rotate. \
            Only with dynamics; a conflict with another mode.
            """,
            "density": onlyDynamics,
            "dynamics": """
            Only with the mode dynamics; a conflict with other than default values of pushX, pushY, gravity, \
            density, resistance, angularVelocity, angularResistance, collision, elasticity or friction.
            """,
            "elasticity": "Only with collision.",
            "friction": """
            Share of the tangential speed and of the spin that a bounce removes, 0 to 1. Only with collision.
            """,
            "gravity": onlyDynamics,
            "pushX": onlyDynamics,
            "pushY": onlyDynamics,
            "resistance": onlyDynamics,
            "source": coveringContents,
            "spreadX": "Null: linear [-200, 200], sprites [-100, 100]. A conflict with dynamics.",
            "spreadY": "Null: from the height of the canvas to 1.3 times the height. A conflict with dynamics.",
            "tile": "There may be at most 10,000 tiles on the canvas (too-much).",
        ],
        "Layer.sprite": [
            "": """
            Image, shape or plain surface, centered at position, and moved by animations, of position for example \
            along a path.
            """
        ],
        "Layer.text": [
            "": "The same as a sprite with a text asset as contents, and written back as a sprite.",
            "text": "One line of at most 256 bytes, as in an asset.",
        ],
        "Layer.transition": [
            "": """
            Transition from one image to another, as for a layer's contents in Core Animation (CATransition), from \
            the start of the layer's clock on. Then the new image stays. Both are clipped to the layer's bounds: \
            the canvas rectangle, as moved by position and transform. Of two layers, which may be transparent, \
            each point shows one of them, or with fade a mix of both.
            """,
            "endProgress": """
            Progress at the end, not less than startProgress; the rest follows at once, as in Core Animation.
            """,
            "from": coveringContents,
            "subtype": "Any other value is a conflict with fade.",
            "to": "Final contents; transparent for nothing.",
        ],
        "Like.button": [
            "": "It bounces at the touch, and again at the deselection.",
            "bounce": "The factors are evenly spaced, on a Catmull–Rom spline. Afterwards the factor is 1.",
            "color": "Also after the deselection.",
            "contents": "Also after the deselection, and in a seamless loop.",
            "deselect": "The factors are evenly spaced, on a Catmull–Rom spline. Afterwards the factor is 1.",
            "size": "[width, height] at scale 1, in points, each 0.01 to 100,000. Null: those of the asset.",
        ],
        "Like.counter": [
            "": """
            Counter of a like: a number, followed by a word for its level, centered at offset. It shows 2 after \
            every seconds, then one more each time, until the release; before, and from 1000 on, nothing.
            """,
            "words": "With fewer than three, the last one is used; without words, only the number is shown.",
        ],
        "Mask": [
            "rotation": "Radians, clockwise, after scaling."
        ],
        "Output": [
            "effort": """
            No effect on frame dumps. fast and balanced take about the same time; balanced also finds repetitions \
            of earlier pixels, which matters for sprites and images. small tries more alternatives, and takes \
            several times as long.
            """,
            "format": """
            apng gives image/apng, gif image/gif, webp image/webp, svg image/svg+xml, lottie.json video/lottie+json, \
            lottie a dotLottie, tgs a sticker for Telegram, tracks.json application/vnd.hanabi.tracks+json for the player, \
            json the frame dump, ndjson \
            the same dump in lines, mp4 video/mp4, webm video/webm, mov and hevc.mov video/quicktime, where the \
            service offers videos; if null or absent, Accept decides. No effect on a still, a strip or a sheet, whose path \
            names the format. Not supported yet: sheet.
            """,
            "matte": """
            Opaque color blended into the soft edges of a GIF, whose pixels are opaque if at least half covered, \
            and otherwise transparent. An MP4 has it wherever the canvas is not opaque.
            """,
            "keep": """
            size: pixels along the sides. fps: frames per second. colors: those of a palette, or the quality of a lossy \
            image. Each is named at most once; those that are not named follow in the order of the default. No effect \
            without maxBytes, and on vectors and frame dumps.
            """,
            "maxBytes": """
            While the file is larger, one reduction after another is applied, each in addition to the earlier \
            ones, until the file fits: effort small; then, in the reverse of the order in keep, the colors (a palette of \
            256 to 64 colors, or a quality down to 25), the frames per second (down to 10) and the pixels per point (down \
            to 0.4 of them); then the emitted particles (down to a quarter). The field Hanabi-Reduced of the response \
            lists the reductions. If all are not enough, the response is a 422, too-large, with the smallest size reached. \
            If the search is predicted to take more than 10,000,000,000 units of work, the most expensive reductions \
            are skipped. The image is sent when complete. An SVG, a Lottie or tracks give up exactness first (tolerances up \
            to 8 times as large), then pieces of layers that have at least 8 (down to a tenth). No effect on frame dumps.
            """,
            "poster": "No effect on other formats.",
        ],
        "PathData": [
            "": "Coordinates are within ±100,000, computed ones included."
        ],
        "RevealShape": [
            "": """
            The names circle, iris and blinds take precedence over assets. A scaled asset, or its name: a shape \
            such as star or heart, a path, letters, or the alpha of an image. Its radius is half of the longer \
            side of its box. circle. iris: an aperture with rounded blades, which closes to a point and opens to a \
            circle. Its radius is the radius of the largest inscribed disc. blinds: parallel slats, each of which \
            opens as a strip. morph: morph from one path to another, both in canvas points. If they have the same \
            commands in the same order (Z included, arcs as curves), their points move straight, as in \
            CAShapeLayer. Otherwise both become polygons with the same number of corners, evenly spaced; extra \
            contours of one path grow out of a point, or shrink to a point.
            """
        ],
        "Spark": [
            "around": """
            A button, for example. A text layer may be named, too; its position without animations counts. Sparks \
            start from around or from origin, not both.
            """,
            "contents": "They are drawn at sparkSize, whatever their proportions.",
            "origin": "Point [x, y]: the same as around without width and height. A conflict with around.",
        ],
        "SparkAnimator": [
            "rotationMode": "auto: sparks rotate with the curve, with the right side ahead."
        ],
        "SparkKeyframes.opacity": [
            "timingFunction": "Easing of the whole life, before key times are looked up."
        ],
        "SparkKeyframes.scale": [
            "": "Random values are drawn for each spark; same repeats the previous value.",
            "timingFunction": "Easing of the whole life, before key times are looked up.",
            "values": """
            Of a random value, [lowest, highest] is a uniform draw for each use; an object draws one of from, from \
            + step, from + 2 × step and so on up to to, with a rounded number of steps.
            """,
        ],
        "Sprite": [
            "contentsRect": "Without a size, a part is drawn at the size that it has in the asset.",
            "dynamics": "A conflict in a seamless loop.",
            "size": """
            [width, height] at scale 1, in points, each 0.01 to 100,000. cover: in the proportions of the \
            contents, as small as possible to cover the canvas, which clips the rest; the canonical form has the \
            numbers. Null: the size of the asset; of a color 12 and 12.
            """,
        ],
        "Timing": [
            "": """
            There are duration × speed × fps frames, rounded, at least 1, at most 600 (--max-frames). Frame n \
            shows the instant n / (fps × speed). With the loop seamless the last frame leads to the first: frame n shows \
            the instant n × duration / frames. Births are those of one round, which lasts the duration. A particle or spark that outlives \
            the round continues in the next round: a frame shows it at all its ages that are whole rounds apart. \
            prewarm has no effect. An emitter's duration ends its births, and its fillMode has no effect. Sprites, \
            texts, reveals, transitions, shatters, and a like's button and counter restart with each round. Layers \
            with autoreverses, a repeatCount above 1 or a repeatDuration are refused. What animations do to a \
            layer as a whole restarts with each round. Sprites, texts, reveals, transitions and shatters that \
            would jump at the end of a round are a conflict: their end must equal their start in opacity, \
            position, size, angle and mask, or be invisible. The end of a reveal, transition or shatter equals its \
            start if the layer is hidden again, or if its two images are the same.
            """,
            "prewarm": """
            Seconds that layers of type emitter have been running at the start, unless a layer has its own \
            prewarm. steady (or auto): the longest lifetime of their particles, sub-cells included.
            """,
        ],
        "TimingFunction": [
            "": """
            An overshooting easing extrapolates values linearly beyond the first or last one. Values stop at the \
            ends along a path, in the modes discrete and paced, with easings of segments, if keys do not reach the \
            end or the last two are closer than 0.02; so does the time of a group.
            """
        ],
        "Trail": [
            "": """
            Band along the particle's past positions, computed from its motion, in the particle's color and \
            without lights. Seconds alone are the same as an object with the duration. The band starts at the \
            particle's birth. After the particle's death, the band remains until its end has caught up: at share s \
            of the duration after death, the band starts as wide and opaque as it was at share s of its length. A \
            particle that dies transparent leaves no band. A band shorter than half its width at the particle is \
            proportionally fainter: a particle at rest has none.
            """
        ],
        "TransitionSide": [
            "": """
            An object with a type or emitterCells is a layer, with canvas coordinates and the transition's clock, \
            within the canvas as moved by the transition's position and transform. The layer counts toward the \
            four nested groups and the 64 layers.
            """
        ],
    ]
}
