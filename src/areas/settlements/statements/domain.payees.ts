export { repointPayees } from "./store.ts";
