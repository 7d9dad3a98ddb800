import { crashMutations } from "./crash.ts";

crashMutations(5);
