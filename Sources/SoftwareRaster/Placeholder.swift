enum PlaceholderSoftwareRaster {}
