export const basePath = "/api/v1";
