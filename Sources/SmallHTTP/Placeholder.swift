enum PlaceholderSmallHTTP {}
