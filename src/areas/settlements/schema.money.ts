export { givenCents, maxCents } from "../../contract/values/given-cents.ts";
