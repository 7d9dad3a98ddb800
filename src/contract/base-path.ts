/** Every operation's path begins with it. Source: specification, "Versioning". */
export const basePath = "/api/v1";
