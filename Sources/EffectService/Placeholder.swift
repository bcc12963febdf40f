enum PlaceholderEffectService {}
