/** The version of the interface: in the OpenAPI document, in GET /me and in the metadata of every event. */
export const interfaceVersion = "1.0.0";
