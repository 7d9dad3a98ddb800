import { enumeration } from "../enumeration.ts";

/** Service rules of jurisdictions say what each method adds to a period. */
export const deadlineServiceMethod = enumeration(
  "How a paper was served. The service rule of the jurisdiction says which days a method adds.",
  {
    personal: "In person.",
    electronic: "Electronically.",
    mail: "By mail within the state, or by mail where the rule makes no difference.",
    mail_out_of_state: "By mail from or to another state.",
    mail_abroad: "By mail from or to another country.",
    overnight: "By express mail or a carrier that delivers overnight.",
    fax: "By fax.",
    left_with_clerk: "Left with the court’s clerk.",
    other_consented: "By other means consented to in writing.",
  },
);
