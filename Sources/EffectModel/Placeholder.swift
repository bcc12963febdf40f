enum PlaceholderEffectModel {}
