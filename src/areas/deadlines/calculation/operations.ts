import { defineArea } from "../../../rpc/area.ts";
import { calculationEnumerations } from "./enumerations.ts";

export const deadlineCalculations = defineArea({}, { examples: {}, enumerations: calculationEnumerations });
