/** Every operation's path begins with it. */
export const basePath = "/api/v1";
