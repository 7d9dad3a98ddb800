import type { importEnumerations } from "../enumerations.ts";
import type { ImportKind } from "./domain.fields.ts";

export type ImportSource = keyof (typeof importEnumerations)["importSource"]["values"];

/**
 * What programs call their columns, where it is published: of each kind the field that a column fills, by the column's
 * name in letters and digits alone; null for a column that no field has. What is not here is found by name
 * (`domain.fields.ts`). MyCase and CASEpeer publish no list of the columns of their exports, so none is here (looked
 * for on 2026-11-30).
 */
interface SourceColumns {
  /** Names that no other program has: one of them tells the program. */
  unmistakable: readonly string[];
  columns: Partial<Record<ImportKind, Readonly<Record<string, string | null>>>>;
}

/** help.clio.com, "Import Contacts With Migration Templates": people and companies are in one file. */
const clioContacts = {
  title: null,
  jobtitle: "jobTitle",
  firstname: "firstName",
  lastname: "lastName",
  company: "companyName",
  businessstreet: "addressLine1",
  businesscity: "city",
  businessstate: "state",
  businesspostalcode: "zipCode",
  emailaddress: "email",
  primaryphone: "phone",
} as const;

export const importSources: Readonly<Record<Exclude<ImportSource, "other">, SourceColumns>> = {
  clio: {
    unmistakable: [
      "clientreference",
      "clientcompanyname",
      "businesspostalcode",
      "customnumber",
      "pendingdate",
      "activitydescription",
    ],
    columns: {
      contacts: clioContacts,
      clients: { ...clioContacts, jobtitle: "occupation", company: null },
      // support.clio.com, "How Do I Fill Out The Matters Import Template?"
      cases: {
        status: "matterStatus",
        location: null,
        clientreference: null,
        description: "title",
        opendate: "openedOn",
        closedate: "closedOn",
        pendingdate: null,
        customnumber: "externalId",
        note: "intakeNotes",
        clientfirstname: null,
        clientlastname: null,
        clientcompanyname: null,
      },
      // support.clio.com, "How Do I Fill Out The Activities Import Template?": one file has time entries and expenses.
      expenses: {
        matter: "caseId",
        date: "incurredOn",
        activitydescription: "category",
        note: "description",
        price: "amountCents",
        quantity: "unitCount",
        // Blank for time.
        type: "entryKind",
        activityuser: null,
        nonbillable: null,
      },
    },
  },
  // support.filevine.com, "Migration Data Basics" and "Additional Migration Data": each sheet names contacts and
  // projects by these IDs.
  filevine: {
    unmistakable: ["contactexternalid", "projectexternalid"],
    columns: {
      clients: { contactexternalid: "externalId" },
      contacts: { contactexternalid: "externalId" },
      providers: { contactexternalid: "externalId" },
      cases: { projectexternalid: "externalId", contactexternalid: "clientId" },
      tasks: { projectexternalid: "caseId" },
      notes: { projectexternalid: "caseId", contactexternalid: "contactId" },
    },
  },
  // smartadvocate.atlassian.net, "Case Browse" and "Cases Data Source".
  smartadvocate: {
    unmistakable: ["casesubstatus", "casecreator", "defthreeadjuster", "def3padjuster", "allstaff", "casegroup"],
    columns: {
      cases: {
        caseno: "externalId",
        casenumber: "externalId",
        caseid: null,
        casename: "title",
        casetype: "caseType",
        casesubtype: "subCaseType",
        casestate: "caseState",
        casestatus: "matterStatus",
        casesubstatus: null,
        closeddate: "closedOn",
        attorney: null,
        attorneyname: null,
        casemanager: null,
        casemanagername: null,
        allstaff: null,
        casegroup: null,
        casecreator: null,
        court: null,
      },
    },
  },
};
