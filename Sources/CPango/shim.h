// Declarations of fontconfig, FreeType, HarfBuzz, and the part of Pango that we call.
//
// Pango's own headers need a search path that only its pkg-config file knows, and the file also says -pthread, which
// SwiftPM warns about in every build. The functions in use are therefore declared by hand. Pango keeps its ABI (1.50 is
// the minimum), and a test compiles this file together with Pango's headers, which fails if the two differ.

#pragma once

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_OUTLINE_H
#include <hb-ot.h>
#include <hb.h>
#include <stdint.h>

typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoFcFontMap PangoFcFontMap;
typedef struct _PangoFont PangoFont;
typedef struct _PangoFcFont PangoFcFont;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutIter PangoLayoutIter;
typedef struct _PangoAttrList PangoAttrList;
typedef struct _PangoLanguage PangoLanguage;

// The test includes Pango's headers, which have their own definitions.
#ifndef __PANGO_H__

enum { PANGO_SCALE = 1024 };

typedef struct {
    int x, y, width, height;
} PangoRectangle;

// Any weight between those that have a name is one, too.
typedef enum { PANGO_WEIGHT_NORMAL = 400 } PangoWeight;

typedef struct {
    const void *klass;
    unsigned start_index, end_index;
} PangoAttribute;

typedef struct {
    uint32_t glyph;
    struct {
        int width, x_offset, y_offset;
    } geometry;
    uint32_t attr;
} PangoGlyphInfo;

typedef struct {
    int num_glyphs;
    PangoGlyphInfo *glyphs;
} PangoGlyphString;

typedef struct {
    int offset, length, num_chars;
    struct {
        void *shape_engine, *lang_engine;
        PangoFont *font;
    } analysis;
} PangoItem;

typedef struct {
    PangoItem *item;
    PangoGlyphString *glyphs;
} PangoGlyphItem;

#endif

PangoFontMap *pango_ft2_font_map_new(void);
unsigned long pango_font_map_get_type(void);
FcConfig *pango_fc_font_map_get_config(PangoFcFontMap *map);
void pango_fc_font_map_set_config(PangoFcFontMap *map, FcConfig *config);
FcPattern *pango_fc_font_get_pattern(PangoFcFont *font);

PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_context_set_language(PangoContext *context, PangoLanguage *language);
void pango_context_set_round_glyph_positions(PangoContext *context, int round);
hb_font_t *pango_font_get_hb_font(PangoFont *font);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_set_family(PangoFontDescription *description, const char *families);
void pango_font_description_set_absolute_size(PangoFontDescription *description, double size);
void pango_font_description_set_weight(PangoFontDescription *description, PangoWeight weight);
void pango_font_description_free(PangoFontDescription *description);

PangoLanguage *pango_language_from_string(const char *tag);
PangoAttrList *pango_attr_list_new(void);
void pango_attr_list_insert(PangoAttrList *list, PangoAttribute *attribute);
void pango_attr_list_unref(PangoAttrList *list);
PangoAttribute *pango_attr_language_new(PangoLanguage *language);

PangoLayout *pango_layout_new(PangoContext *context);
PangoContext *pango_layout_get_context(PangoLayout *layout);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *description);
void pango_layout_set_single_paragraph_mode(PangoLayout *layout, int single);
void pango_layout_set_attributes(PangoLayout *layout, PangoAttrList *attributes);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_get_pixel_extents(PangoLayout *layout, PangoRectangle *ink, PangoRectangle *logical);
PangoLayoutIter *pango_layout_get_iter(PangoLayout *layout);
PangoGlyphItem *pango_layout_iter_get_run_readonly(PangoLayoutIter *iterator);
void pango_layout_iter_get_run_extents(PangoLayoutIter *iterator, PangoRectangle *ink, PangoRectangle *logical);
int pango_layout_iter_get_run_baseline(PangoLayoutIter *iterator);
int pango_layout_iter_next_run(PangoLayoutIter *iterator);
void pango_layout_iter_free(PangoLayoutIter *iterator);
