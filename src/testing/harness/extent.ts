/**
 * `npm run test:full` runs the whole product of rules and operations, and the long soaks. `npm test` runs what depends
 * on an operation for every operation, what one piece of code does for all of them on classes, and the soaks for a few
 * seconds.
 */
export const isFullExtent = process.env["CASEPORT_TEST_EXTENT"] === "full";
