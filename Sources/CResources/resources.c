// Files as C arrays. SwiftPM's own `.embedInCode` makes Swift array literals of them, which take the compiler minutes.
// A test holds this list against the folder.

#include "resources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char drawings_button_png[] = {
#embed "Drawings/button.png"
};
static const unsigned char drawings_card_dark_png[] = {
#embed "Drawings/card-dark.png"
};
static const unsigned char drawings_card_light_png[] = {
#embed "Drawings/card-light.png"
};
static const unsigned char drawings_cat_png[] = {
#embed "Drawings/cat.png"
};
static const unsigned char drawings_duck_png[] = {
#embed "Drawings/duck.png"
};
static const unsigned char pages_docs_parts_js[] = {
#embed "Pages/docs-parts.js"
};
static const unsigned char pages_docs_css[] = {
#embed "Pages/docs.css"
};
static const unsigned char pages_docs_html[] = {
#embed "Pages/docs.html"
};
static const unsigned char pages_docs_js[] = {
#embed "Pages/docs.js"
};
static const unsigned char pages_edit_color_js[] = {
#embed "Pages/edit-color.js"
};
static const unsigned char pages_edit_component_js[] = {
#embed "Pages/edit-component.js"
};
static const unsigned char pages_edit_controls_js[] = {
#embed "Pages/edit-controls.js"
};
static const unsigned char pages_edit_document_js[] = {
#embed "Pages/edit-document.js"
};
static const unsigned char pages_edit_dom_js[] = {
#embed "Pages/edit-dom.js"
};
static const unsigned char pages_edit_handles_js[] = {
#embed "Pages/edit-handles.js"
};
static const unsigned char pages_edit_hints_js[] = {
#embed "Pages/edit-hints.js"
};
static const unsigned char pages_edit_json_js[] = {
#embed "Pages/edit-json.js"
};
static const unsigned char pages_edit_kept_js[] = {
#embed "Pages/edit-kept.js"
};
static const unsigned char pages_edit_live_js[] = {
#embed "Pages/edit-live.js"
};
static const unsigned char pages_edit_markup_js[] = {
#embed "Pages/edit-markup.js"
};
static const unsigned char pages_edit_nodes_js[] = {
#embed "Pages/edit-nodes.js"
};
static const unsigned char pages_edit_open_js[] = {
#embed "Pages/edit-open.js"
};
static const unsigned char pages_edit_panes_css[] = {
#embed "Pages/edit-panes.css"
};
static const unsigned char pages_edit_panel_js[] = {
#embed "Pages/edit-panel.js"
};
static const unsigned char pages_edit_path_js[] = {
#embed "Pages/edit-path.js"
};
static const unsigned char pages_edit_pick_js[] = {
#embed "Pages/edit-pick.js"
};
static const unsigned char pages_edit_read_js[] = {
#embed "Pages/edit-read.js"
};
static const unsigned char pages_edit_run_js[] = {
#embed "Pages/edit-run.js"
};
static const unsigned char pages_edit_schema_js[] = {
#embed "Pages/edit-schema.js"
};
static const unsigned char pages_edit_script_js[] = {
#embed "Pages/edit-script.js"
};
static const unsigned char pages_edit_service_js[] = {
#embed "Pages/edit-service.js"
};
static const unsigned char pages_edit_share_js[] = {
#embed "Pages/edit-share.js"
};
static const unsigned char pages_edit_stage_js[] = {
#embed "Pages/edit-stage.js"
};
static const unsigned char pages_edit_starters_js[] = {
#embed "Pages/edit-starters.js"
};
static const unsigned char pages_edit_text_js[] = {
#embed "Pages/edit-text.js"
};
static const unsigned char pages_edit_timeline_js[] = {
#embed "Pages/edit-timeline.js"
};
static const unsigned char pages_edit_tokens_js[] = {
#embed "Pages/edit-tokens.js"
};
static const unsigned char pages_edit_tree_js[] = {
#embed "Pages/edit-tree.js"
};
static const unsigned char pages_edit_types_js[] = {
#embed "Pages/edit-types.js"
};
static const unsigned char pages_edit_values_js[] = {
#embed "Pages/edit-values.js"
};
static const unsigned char pages_edit_css[] = {
#embed "Pages/edit.css"
};
static const unsigned char pages_edit_html[] = {
#embed "Pages/edit.html"
};
static const unsigned char pages_edit_js[] = {
#embed "Pages/edit.js"
};
static const unsigned char pages_gallery_emitter_js[] = {
#embed "Pages/gallery-emitter.js"
};
static const unsigned char pages_gallery_forms_js[] = {
#embed "Pages/gallery-forms.js"
};
static const unsigned char pages_gallery_icon_svg[] = {
#embed "Pages/gallery-icon.svg"
};
static const unsigned char pages_gallery_offers_js[] = {
#embed "Pages/gallery-offers.js"
};
static const unsigned char pages_gallery_pieces_js[] = {
#embed "Pages/gallery-pieces.js"
};
static const unsigned char pages_gallery_search_js[] = {
#embed "Pages/gallery-search.js"
};
static const unsigned char pages_gallery_snippets_js[] = {
#embed "Pages/gallery-snippets.js"
};
static const unsigned char pages_gallery_css[] = {
#embed "Pages/gallery.css"
};
static const unsigned char pages_gallery_html[] = {
#embed "Pages/gallery.html"
};
static const unsigned char pages_gallery_js[] = {
#embed "Pages/gallery.js"
};
static const unsigned char pages_hanabi_js[] = {
#embed "Pages/hanabi.js"
};
static const unsigned char pages_player_call_js[] = {
#embed "Pages/player-call.js"
};
static const unsigned char pages_player_gl_js[] = {
#embed "Pages/player-gl.js"
};
static const unsigned char pages_player_image_js[] = {
#embed "Pages/player-image.js"
};
static const unsigned char pages_player_mask_js[] = {
#embed "Pages/player-mask.js"
};
static const unsigned char pages_player_tracks_js[] = {
#embed "Pages/player-tracks.js"
};
static const unsigned char pages_player_trail_js[] = {
#embed "Pages/player-trail.js"
};
static const unsigned char pages_player_js[] = {
#embed "Pages/player.js"
};
static const unsigned char presets_aurora_json[] = {
#embed "Presets/aurora.json"
};
static const unsigned char presets_autumn_leaves_json[] = {
#embed "Presets/autumn-leaves.json"
};
static const unsigned char presets_balloons_json[] = {
#embed "Presets/balloons.json"
};
static const unsigned char presets_birthday_json[] = {
#embed "Presets/birthday.json"
};
static const unsigned char presets_blinds_json[] = {
#embed "Presets/blinds.json"
};
static const unsigned char presets_blizzard_json[] = {
#embed "Presets/blizzard.json"
};
static const unsigned char presets_bokeh_json[] = {
#embed "Presets/bokeh.json"
};
static const unsigned char presets_bouncing_fountain_json[] = {
#embed "Presets/bouncing-fountain.json"
};
static const unsigned char presets_bubbles_json[] = {
#embed "Presets/bubbles.json"
};
static const unsigned char presets_campfire_json[] = {
#embed "Presets/campfire.json"
};
static const unsigned char presets_candle_json[] = {
#embed "Presets/candle.json"
};
static const unsigned char presets_cannon_json[] = {
#embed "Presets/cannon.json"
};
static const unsigned char presets_cc_fireworks_json[] = {
#embed "Presets/cc-fireworks.json"
};
static const unsigned char presets_cc_snow_json[] = {
#embed "Presets/cc-snow.json"
};
static const unsigned char presets_cc_stars_json[] = {
#embed "Presets/cc-stars.json"
};
static const unsigned char presets_champagne_json[] = {
#embed "Presets/champagne.json"
};
static const unsigned char presets_checkmark_json[] = {
#embed "Presets/checkmark.json"
};
static const unsigned char presets_christmas_json[] = {
#embed "Presets/christmas.json"
};
static const unsigned char presets_chrysanthemum_json[] = {
#embed "Presets/chrysanthemum.json"
};
static const unsigned char presets_coins_json[] = {
#embed "Presets/coins.json"
};
static const unsigned char presets_comet_json[] = {
#embed "Presets/comet.json"
};
static const unsigned char presets_confetti_all_json[] = {
#embed "Presets/confetti-all.json"
};
static const unsigned char presets_confetti_json[] = {
#embed "Presets/confetti.json"
};
static const unsigned char presets_countdown_json[] = {
#embed "Presets/countdown.json"
};
static const unsigned char presets_crackle_json[] = {
#embed "Presets/crackle.json"
};
static const unsigned char presets_crossette_json[] = {
#embed "Presets/crossette.json"
};
static const unsigned char presets_drizzle_json[] = {
#embed "Presets/drizzle.json"
};
static const unsigned char presets_dust_json[] = {
#embed "Presets/dust.json"
};
static const unsigned char presets_easter_json[] = {
#embed "Presets/easter.json"
};
static const unsigned char presets_embers_json[] = {
#embed "Presets/embers.json"
};
static const unsigned char presets_emoji_burst_json[] = {
#embed "Presets/emoji-burst.json"
};
static const unsigned char presets_emoji_rain_json[] = {
#embed "Presets/emoji-rain.json"
};
static const unsigned char presets_explode_json[] = {
#embed "Presets/explode.json"
};
static const unsigned char presets_fade_json[] = {
#embed "Presets/fade.json"
};
static const unsigned char presets_festive_json[] = {
#embed "Presets/festive.json"
};
static const unsigned char presets_fire_json[] = {
#embed "Presets/fire.json"
};
static const unsigned char presets_fireflies_json[] = {
#embed "Presets/fireflies.json"
};
static const unsigned char presets_firework_cat_json[] = {
#embed "Presets/firework-cat.json"
};
static const unsigned char presets_firework_duck_json[] = {
#embed "Presets/firework-duck.json"
};
static const unsigned char presets_firework_json[] = {
#embed "Presets/firework.json"
};
static const unsigned char presets_fountain_json[] = {
#embed "Presets/fountain.json"
};
static const unsigned char presets_galaxy_json[] = {
#embed "Presets/galaxy.json"
};
static const unsigned char presets_glitter_text_json[] = {
#embed "Presets/glitter-text.json"
};
static const unsigned char presets_graduation_json[] = {
#embed "Presets/graduation.json"
};
static const unsigned char presets_halloween_json[] = {
#embed "Presets/halloween.json"
};
static const unsigned char presets_hanabi_json[] = {
#embed "Presets/hanabi.json"
};
static const unsigned char presets_hearts_json[] = {
#embed "Presets/hearts.json"
};
static const unsigned char presets_hyperspace_json[] = {
#embed "Presets/hyperspace.json"
};
static const unsigned char presets_imessage_json[] = {
#embed "Presets/imessage.json"
};
static const unsigned char presets_iris_json[] = {
#embed "Presets/iris.json"
};
static const unsigned char presets_konfetti_rain_json[] = {
#embed "Presets/konfetti-rain.json"
};
static const unsigned char presets_launch_json[] = {
#embed "Presets/launch.json"
};
static const unsigned char presets_lava_lamp_json[] = {
#embed "Presets/lava-lamp.json"
};
static const unsigned char presets_level_up_json[] = {
#embed "Presets/level-up.json"
};
static const unsigned char presets_like_json[] = {
#embed "Presets/like.json"
};
static const unsigned char presets_loading_json[] = {
#embed "Presets/loading.json"
};
static const unsigned char presets_magic_json[] = {
#embed "Presets/magic.json"
};
static const unsigned char presets_matrix_json[] = {
#embed "Presets/matrix.json"
};
static const unsigned char presets_metaballs_json[] = {
#embed "Presets/metaballs.json"
};
static const unsigned char presets_meteors_json[] = {
#embed "Presets/meteors.json"
};
static const unsigned char presets_money_json[] = {
#embed "Presets/money.json"
};
static const unsigned char presets_move_in_json[] = {
#embed "Presets/move-in.json"
};
static const unsigned char presets_new_year_json[] = {
#embed "Presets/new-year.json"
};
static const unsigned char presets_palm_json[] = {
#embed "Presets/palm.json"
};
static const unsigned char presets_parade_json[] = {
#embed "Presets/parade.json"
};
static const unsigned char presets_peony_json[] = {
#embed "Presets/peony.json"
};
static const unsigned char presets_push_json[] = {
#embed "Presets/push.json"
};
static const unsigned char presets_rain_json[] = {
#embed "Presets/rain.json"
};
static const unsigned char presets_random_direction_json[] = {
#embed "Presets/random-direction.json"
};
static const unsigned char presets_realistic_json[] = {
#embed "Presets/realistic.json"
};
static const unsigned char presets_reveal_json[] = {
#embed "Presets/reveal.json"
};
static const unsigned char presets_ribbons_json[] = {
#embed "Presets/ribbons.json"
};
static const unsigned char presets_ring_json[] = {
#embed "Presets/ring.json"
};
static const unsigned char presets_sakura_json[] = {
#embed "Presets/sakura.json"
};
static const unsigned char presets_sale_json[] = {
#embed "Presets/sale.json"
};
static const unsigned char presets_school_pride_json[] = {
#embed "Presets/school-pride.json"
};
static const unsigned char presets_shapes_json[] = {
#embed "Presets/shapes.json"
};
static const unsigned char presets_shatter_linear_json[] = {
#embed "Presets/shatter-linear.json"
};
static const unsigned char presets_shatter_sprites_json[] = {
#embed "Presets/shatter-sprites.json"
};
static const unsigned char presets_shatter_json[] = {
#embed "Presets/shatter.json"
};
static const unsigned char presets_shooting_stars_json[] = {
#embed "Presets/shooting-stars.json"
};
static const unsigned char presets_side_cannons_json[] = {
#embed "Presets/side-cannons.json"
};
static const unsigned char presets_smoke_puff_json[] = {
#embed "Presets/smoke-puff.json"
};
static const unsigned char presets_smoke_json[] = {
#embed "Presets/smoke.json"
};
static const unsigned char presets_snowfall_json[] = {
#embed "Presets/snowfall.json"
};
static const unsigned char presets_soft_hearts_json[] = {
#embed "Presets/soft-hearts.json"
};
static const unsigned char presets_spark_json[] = {
#embed "Presets/spark.json"
};
static const unsigned char presets_sparkle_word_json[] = {
#embed "Presets/sparkle-word.json"
};
static const unsigned char presets_sparkles_json[] = {
#embed "Presets/sparkles.json"
};
static const unsigned char presets_splash_json[] = {
#embed "Presets/splash.json"
};
static const unsigned char presets_star_reveal_json[] = {
#embed "Presets/star-reveal.json"
};
static const unsigned char presets_starfield_launch_json[] = {
#embed "Presets/starfield-launch.json"
};
static const unsigned char presets_stars_json[] = {
#embed "Presets/stars.json"
};
static const unsigned char presets_steam_json[] = {
#embed "Presets/steam.json"
};
static const unsigned char presets_story_json[] = {
#embed "Presets/story.json"
};
static const unsigned char presets_strobe_json[] = {
#embed "Presets/strobe.json"
};
static const unsigned char presets_thank_you_json[] = {
#embed "Presets/thank-you.json"
};
static const unsigned char presets_ts_fireworks_json[] = {
#embed "Presets/ts-fireworks.json"
};
static const unsigned char presets_tumble_json[] = {
#embed "Presets/tumble.json"
};
static const unsigned char presets_twitter_heart_json[] = {
#embed "Presets/twitter-heart.json"
};
static const unsigned char presets_uncover_json[] = {
#embed "Presets/uncover.json"
};
static const unsigned char presets_valentine_json[] = {
#embed "Presets/valentine.json"
};
static const unsigned char presets_vortex_confetti_json[] = {
#embed "Presets/vortex-confetti.json"
};
static const unsigned char presets_vortex_fire_json[] = {
#embed "Presets/vortex-fire.json"
};
static const unsigned char presets_vortex_fireworks_json[] = {
#embed "Presets/vortex-fireworks.json"
};
static const unsigned char presets_vortex_snow_json[] = {
#embed "Presets/vortex-snow.json"
};
static const unsigned char presets_warp_json[] = {
#embed "Presets/warp.json"
};
static const unsigned char presets_waterfall_json[] = {
#embed "Presets/waterfall.json"
};
static const unsigned char presets_wedding_json[] = {
#embed "Presets/wedding.json"
};
static const unsigned char presets_whirlpool_json[] = {
#embed "Presets/whirlpool.json"
};
static const unsigned char presets_willow_json[] = {
#embed "Presets/willow.json"
};
static const unsigned char presets_wipe_json[] = {
#embed "Presets/wipe.json"
};
static const unsigned char presets_word_burst_json[] = {
#embed "Presets/word-burst.json"
};
static const unsigned char presets_word_fountain_json[] = {
#embed "Presets/word-fountain.json"
};
static const unsigned char palettes_json[] = {
#embed "palettes.json"
};
static const unsigned char vectors_json[] = {
#embed "vectors.json"
};
static const unsigned char openapi_yaml[] = {
#embed "../../openapi.yaml"
};

#define RESOURCE(path, bytes) { path, bytes, sizeof bytes }

static const struct hanabi_resource resources[] = {
    RESOURCE("Drawings/button.png", drawings_button_png),
    RESOURCE("Drawings/card-dark.png", drawings_card_dark_png),
    RESOURCE("Drawings/card-light.png", drawings_card_light_png),
    RESOURCE("Drawings/cat.png", drawings_cat_png),
    RESOURCE("Drawings/duck.png", drawings_duck_png),
    RESOURCE("Pages/docs-parts.js", pages_docs_parts_js),
    RESOURCE("Pages/docs.css", pages_docs_css),
    RESOURCE("Pages/docs.html", pages_docs_html),
    RESOURCE("Pages/docs.js", pages_docs_js),
    RESOURCE("Pages/edit-color.js", pages_edit_color_js),
    RESOURCE("Pages/edit-component.js", pages_edit_component_js),
    RESOURCE("Pages/edit-controls.js", pages_edit_controls_js),
    RESOURCE("Pages/edit-document.js", pages_edit_document_js),
    RESOURCE("Pages/edit-dom.js", pages_edit_dom_js),
    RESOURCE("Pages/edit-handles.js", pages_edit_handles_js),
    RESOURCE("Pages/edit-hints.js", pages_edit_hints_js),
    RESOURCE("Pages/edit-json.js", pages_edit_json_js),
    RESOURCE("Pages/edit-kept.js", pages_edit_kept_js),
    RESOURCE("Pages/edit-live.js", pages_edit_live_js),
    RESOURCE("Pages/edit-markup.js", pages_edit_markup_js),
    RESOURCE("Pages/edit-nodes.js", pages_edit_nodes_js),
    RESOURCE("Pages/edit-open.js", pages_edit_open_js),
    RESOURCE("Pages/edit-panes.css", pages_edit_panes_css),
    RESOURCE("Pages/edit-panel.js", pages_edit_panel_js),
    RESOURCE("Pages/edit-path.js", pages_edit_path_js),
    RESOURCE("Pages/edit-pick.js", pages_edit_pick_js),
    RESOURCE("Pages/edit-read.js", pages_edit_read_js),
    RESOURCE("Pages/edit-run.js", pages_edit_run_js),
    RESOURCE("Pages/edit-schema.js", pages_edit_schema_js),
    RESOURCE("Pages/edit-script.js", pages_edit_script_js),
    RESOURCE("Pages/edit-service.js", pages_edit_service_js),
    RESOURCE("Pages/edit-share.js", pages_edit_share_js),
    RESOURCE("Pages/edit-stage.js", pages_edit_stage_js),
    RESOURCE("Pages/edit-starters.js", pages_edit_starters_js),
    RESOURCE("Pages/edit-text.js", pages_edit_text_js),
    RESOURCE("Pages/edit-timeline.js", pages_edit_timeline_js),
    RESOURCE("Pages/edit-tokens.js", pages_edit_tokens_js),
    RESOURCE("Pages/edit-tree.js", pages_edit_tree_js),
    RESOURCE("Pages/edit-types.js", pages_edit_types_js),
    RESOURCE("Pages/edit-values.js", pages_edit_values_js),
    RESOURCE("Pages/edit.css", pages_edit_css),
    RESOURCE("Pages/edit.html", pages_edit_html),
    RESOURCE("Pages/edit.js", pages_edit_js),
    RESOURCE("Pages/gallery-emitter.js", pages_gallery_emitter_js),
    RESOURCE("Pages/gallery-forms.js", pages_gallery_forms_js),
    RESOURCE("Pages/gallery-icon.svg", pages_gallery_icon_svg),
    RESOURCE("Pages/gallery-offers.js", pages_gallery_offers_js),
    RESOURCE("Pages/gallery-pieces.js", pages_gallery_pieces_js),
    RESOURCE("Pages/gallery-search.js", pages_gallery_search_js),
    RESOURCE("Pages/gallery-snippets.js", pages_gallery_snippets_js),
    RESOURCE("Pages/gallery.css", pages_gallery_css),
    RESOURCE("Pages/gallery.html", pages_gallery_html),
    RESOURCE("Pages/gallery.js", pages_gallery_js),
    RESOURCE("Pages/hanabi.js", pages_hanabi_js),
    RESOURCE("Pages/player-call.js", pages_player_call_js),
    RESOURCE("Pages/player-gl.js", pages_player_gl_js),
    RESOURCE("Pages/player-image.js", pages_player_image_js),
    RESOURCE("Pages/player-mask.js", pages_player_mask_js),
    RESOURCE("Pages/player-tracks.js", pages_player_tracks_js),
    RESOURCE("Pages/player-trail.js", pages_player_trail_js),
    RESOURCE("Pages/player.js", pages_player_js),
    RESOURCE("Presets/aurora.json", presets_aurora_json),
    RESOURCE("Presets/autumn-leaves.json", presets_autumn_leaves_json),
    RESOURCE("Presets/balloons.json", presets_balloons_json),
    RESOURCE("Presets/birthday.json", presets_birthday_json),
    RESOURCE("Presets/blinds.json", presets_blinds_json),
    RESOURCE("Presets/blizzard.json", presets_blizzard_json),
    RESOURCE("Presets/bokeh.json", presets_bokeh_json),
    RESOURCE("Presets/bouncing-fountain.json", presets_bouncing_fountain_json),
    RESOURCE("Presets/bubbles.json", presets_bubbles_json),
    RESOURCE("Presets/campfire.json", presets_campfire_json),
    RESOURCE("Presets/candle.json", presets_candle_json),
    RESOURCE("Presets/cannon.json", presets_cannon_json),
    RESOURCE("Presets/cc-fireworks.json", presets_cc_fireworks_json),
    RESOURCE("Presets/cc-snow.json", presets_cc_snow_json),
    RESOURCE("Presets/cc-stars.json", presets_cc_stars_json),
    RESOURCE("Presets/champagne.json", presets_champagne_json),
    RESOURCE("Presets/checkmark.json", presets_checkmark_json),
    RESOURCE("Presets/christmas.json", presets_christmas_json),
    RESOURCE("Presets/chrysanthemum.json", presets_chrysanthemum_json),
    RESOURCE("Presets/coins.json", presets_coins_json),
    RESOURCE("Presets/comet.json", presets_comet_json),
    RESOURCE("Presets/confetti-all.json", presets_confetti_all_json),
    RESOURCE("Presets/confetti.json", presets_confetti_json),
    RESOURCE("Presets/countdown.json", presets_countdown_json),
    RESOURCE("Presets/crackle.json", presets_crackle_json),
    RESOURCE("Presets/crossette.json", presets_crossette_json),
    RESOURCE("Presets/drizzle.json", presets_drizzle_json),
    RESOURCE("Presets/dust.json", presets_dust_json),
    RESOURCE("Presets/easter.json", presets_easter_json),
    RESOURCE("Presets/embers.json", presets_embers_json),
    RESOURCE("Presets/emoji-burst.json", presets_emoji_burst_json),
    RESOURCE("Presets/emoji-rain.json", presets_emoji_rain_json),
    RESOURCE("Presets/explode.json", presets_explode_json),
    RESOURCE("Presets/fade.json", presets_fade_json),
    RESOURCE("Presets/festive.json", presets_festive_json),
    RESOURCE("Presets/fire.json", presets_fire_json),
    RESOURCE("Presets/fireflies.json", presets_fireflies_json),
    RESOURCE("Presets/firework-cat.json", presets_firework_cat_json),
    RESOURCE("Presets/firework-duck.json", presets_firework_duck_json),
    RESOURCE("Presets/firework.json", presets_firework_json),
    RESOURCE("Presets/fountain.json", presets_fountain_json),
    RESOURCE("Presets/galaxy.json", presets_galaxy_json),
    RESOURCE("Presets/glitter-text.json", presets_glitter_text_json),
    RESOURCE("Presets/graduation.json", presets_graduation_json),
    RESOURCE("Presets/halloween.json", presets_halloween_json),
    RESOURCE("Presets/hanabi.json", presets_hanabi_json),
    RESOURCE("Presets/hearts.json", presets_hearts_json),
    RESOURCE("Presets/hyperspace.json", presets_hyperspace_json),
    RESOURCE("Presets/imessage.json", presets_imessage_json),
    RESOURCE("Presets/iris.json", presets_iris_json),
    RESOURCE("Presets/konfetti-rain.json", presets_konfetti_rain_json),
    RESOURCE("Presets/launch.json", presets_launch_json),
    RESOURCE("Presets/lava-lamp.json", presets_lava_lamp_json),
    RESOURCE("Presets/level-up.json", presets_level_up_json),
    RESOURCE("Presets/like.json", presets_like_json),
    RESOURCE("Presets/loading.json", presets_loading_json),
    RESOURCE("Presets/magic.json", presets_magic_json),
    RESOURCE("Presets/matrix.json", presets_matrix_json),
    RESOURCE("Presets/metaballs.json", presets_metaballs_json),
    RESOURCE("Presets/meteors.json", presets_meteors_json),
    RESOURCE("Presets/money.json", presets_money_json),
    RESOURCE("Presets/move-in.json", presets_move_in_json),
    RESOURCE("Presets/new-year.json", presets_new_year_json),
    RESOURCE("Presets/palm.json", presets_palm_json),
    RESOURCE("Presets/parade.json", presets_parade_json),
    RESOURCE("Presets/peony.json", presets_peony_json),
    RESOURCE("Presets/push.json", presets_push_json),
    RESOURCE("Presets/rain.json", presets_rain_json),
    RESOURCE("Presets/random-direction.json", presets_random_direction_json),
    RESOURCE("Presets/realistic.json", presets_realistic_json),
    RESOURCE("Presets/reveal.json", presets_reveal_json),
    RESOURCE("Presets/ribbons.json", presets_ribbons_json),
    RESOURCE("Presets/ring.json", presets_ring_json),
    RESOURCE("Presets/sakura.json", presets_sakura_json),
    RESOURCE("Presets/sale.json", presets_sale_json),
    RESOURCE("Presets/school-pride.json", presets_school_pride_json),
    RESOURCE("Presets/shapes.json", presets_shapes_json),
    RESOURCE("Presets/shatter-linear.json", presets_shatter_linear_json),
    RESOURCE("Presets/shatter-sprites.json", presets_shatter_sprites_json),
    RESOURCE("Presets/shatter.json", presets_shatter_json),
    RESOURCE("Presets/shooting-stars.json", presets_shooting_stars_json),
    RESOURCE("Presets/side-cannons.json", presets_side_cannons_json),
    RESOURCE("Presets/smoke-puff.json", presets_smoke_puff_json),
    RESOURCE("Presets/smoke.json", presets_smoke_json),
    RESOURCE("Presets/snowfall.json", presets_snowfall_json),
    RESOURCE("Presets/soft-hearts.json", presets_soft_hearts_json),
    RESOURCE("Presets/spark.json", presets_spark_json),
    RESOURCE("Presets/sparkle-word.json", presets_sparkle_word_json),
    RESOURCE("Presets/sparkles.json", presets_sparkles_json),
    RESOURCE("Presets/splash.json", presets_splash_json),
    RESOURCE("Presets/star-reveal.json", presets_star_reveal_json),
    RESOURCE("Presets/starfield-launch.json", presets_starfield_launch_json),
    RESOURCE("Presets/stars.json", presets_stars_json),
    RESOURCE("Presets/steam.json", presets_steam_json),
    RESOURCE("Presets/story.json", presets_story_json),
    RESOURCE("Presets/strobe.json", presets_strobe_json),
    RESOURCE("Presets/thank-you.json", presets_thank_you_json),
    RESOURCE("Presets/ts-fireworks.json", presets_ts_fireworks_json),
    RESOURCE("Presets/tumble.json", presets_tumble_json),
    RESOURCE("Presets/twitter-heart.json", presets_twitter_heart_json),
    RESOURCE("Presets/uncover.json", presets_uncover_json),
    RESOURCE("Presets/valentine.json", presets_valentine_json),
    RESOURCE("Presets/vortex-confetti.json", presets_vortex_confetti_json),
    RESOURCE("Presets/vortex-fire.json", presets_vortex_fire_json),
    RESOURCE("Presets/vortex-fireworks.json", presets_vortex_fireworks_json),
    RESOURCE("Presets/vortex-snow.json", presets_vortex_snow_json),
    RESOURCE("Presets/warp.json", presets_warp_json),
    RESOURCE("Presets/waterfall.json", presets_waterfall_json),
    RESOURCE("Presets/wedding.json", presets_wedding_json),
    RESOURCE("Presets/whirlpool.json", presets_whirlpool_json),
    RESOURCE("Presets/willow.json", presets_willow_json),
    RESOURCE("Presets/wipe.json", presets_wipe_json),
    RESOURCE("Presets/word-burst.json", presets_word_burst_json),
    RESOURCE("Presets/word-fountain.json", presets_word_fountain_json),
    RESOURCE("palettes.json", palettes_json),
    RESOURCE("vectors.json", vectors_json),
    RESOURCE("openapi.yaml", openapi_yaml),
};

const struct hanabi_resource *hanabi_resources(size_t *count) {
    *count = sizeof resources / sizeof *resources;
    return resources;
}
