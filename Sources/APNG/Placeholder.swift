enum PlaceholderAPNG {}
