enum PlaceholderEffectSimulation {}
