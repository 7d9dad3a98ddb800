import type { ExternallyNamed } from "../../../contract/external-ids.ts";
import type { Enumeration } from "../../../contract/enumeration.ts";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { clientEnumerations } from "../../clients/enumerations.ts";
import { contactEnumerations } from "../../contacts/enumerations.ts";
import { expenseEnumerations } from "../../billing/expenses/enumerations.ts";
import { noteEnumerations } from "../../notes/enumerations.ts";
import { taskEnumerations } from "../../tasks/enumerations.ts";
import type { importEnumerations } from "../enumerations.ts";

export type ImportKind = keyof (typeof importEnumerations)["importKind"]["values"];

/** How the text of a cell becomes a value. */
type ValueType =
  | "text"
  | "choice"
  | "choices"
  | "day"
  | "instant"
  | "cents"
  | "unitCount"
  | "expenseEntry"
  | "percentage"
  | "tags"
  | "state"
  | "zipCode"
  | "ssn"
  | "reference"
  | "fullName";

/** A field of a record that a column can fill. */
export interface ImportField {
  name: string;
  label: string;
  /** Where the value stands in the operation's input: `address.line1`. */
  target: string;
  type: ValueType;
  /** What columns are called that hold it, each in letters and digits alone, without those of the label. */
  names: readonly string[];
  choices?: Enumeration;
  /** Of choices: what other programs call them, in letters and digits alone. */
  synonyms?: Readonly<Record<string, string>>;
  /** Of references: the kind of record, which a cell names by its `externalId` or its ID. */
  refersTo?: ExternallyNamed;
  /** Whether a record has it from its creation on, and no update changes it. */
  isOnlyForNew?: true;
  /** Whether its text is often digits alone, which a spreadsheet may take for a number. */
  hasDigits?: true;
  /** What is wrong with a row whose cell is blank; by default the record has no value. */
  blankFault?: string;
}

const field = (
  name: string,
  label: string,
  names: readonly string[] = [],
  more: Partial<Omit<ImportField, "name" | "label" | "names">> = {},
): ImportField => ({ name, label, names, target: name, type: "text", ...more });

/** What columns are called that hold a field, and what else the field has. */
type FieldRest = [names?: readonly string[], more?: Partial<Omit<ImportField, "name" | "label" | "names">>];

const choice = (name: string, label: string, choices: Enumeration, ...[names = [], more]: FieldRest): ImportField =>
  field(name, label, names, { type: "choice", choices, ...more });

const reference = (
  name: string,
  label: string,
  refersTo: ExternallyNamed,
  ...[names = [], more]: FieldRest
): ImportField => field(name, label, names, { type: "reference", refersTo, ...more });

/** @param owner what programs call the record: `client`, `matter` */
const externalId = (...owners: readonly string[]): ImportField =>
  field(
    "externalId",
    "External ID",
    [
      "id",
      "uniqueid",
      "recordid",
      "number",
      "legacyid",
      ...owners.flatMap((owner) => [
        `${owner}id`,
        `${owner}number`,
        `${owner}no`,
        `${owner}externalid`,
        `${owner}uniqueid`,
      ]),
    ],
    { hasDigits: true },
  );

const tags = field("tags", "Tags", ["labels", "keywords", "categories"], { type: "tags", isOnlyForNew: true });

const personNames: readonly ImportField[] = [
  field("fullName", "Full name", ["name", "clientname", "contactname", "displayname", "plaintiff"], {
    type: "fullName",
  }),
  field("firstName", "First name", ["first", "givenname", "fname"]),
  field("middleName", "Middle name", ["middle", "middleinitial", "mname", "mi"]),
  field("lastName", "Last name", ["last", "surname", "familyname", "lname"]),
  field("suffix", "Suffix", ["namesuffix"]),
  field("preferredName", "Preferred name", ["nickname", "goesby", "alias"]),
];

/** @param of the operation's input: `address` of a client, the first of a contact's `addresses` */
const addressFields = (of: string): readonly ImportField[] => [
  field(
    "addressLine1",
    "Street",
    [
      "address",
      "address1",
      "addressline1",
      "streetaddress",
      "street1",
      "mailingaddress",
      "homeaddress",
      "homestreet",
      "businessstreet",
    ],
    { target: `${of}.line1` },
  ),
  field("addressLine2", "Street, second line", ["address2", "addressline2", "street2", "apt", "suite", "unit"], {
    target: `${of}.line2`,
  }),
  field("city", "City", ["homecity", "businesscity", "mailingcity", "town"], { target: `${of}.city` }),
  field("state", "State", ["homestate", "businessstate", "mailingstate", "province", "stateprovince"], {
    target: `${of}.state`,
    type: "state",
  }),
  field("zipCode", "ZIP code", ["zip", "postalcode", "homezip", "homepostalcode", "businesspostalcode", "mailingzip"], {
    target: `${of}.zipCode`,
    type: "zipCode",
  }),
];

const clients: readonly ImportField[] = [
  externalId("client", "contact", "plaintiff"),
  ...personNames,
  field("email", "Email", [
    "emailaddress",
    "primaryemail",
    "primaryemailaddress",
    "email1",
    "homeemail",
    "personalemail",
  ]),
  field(
    "phone",
    "Phone",
    [
      "phonenumber",
      "primaryphone",
      "primaryphonenumber",
      "cellphone",
      "cell",
      "mobile",
      "mobilephone",
      "homephone",
      "telephone",
      "phone1",
    ],
    { hasDigits: true },
  ),
  field("secondaryPhone", "Second phone", ["otherphone", "workphone", "businessphone", "alternatephone", "phone2"], {
    hasDigits: true,
  }),
  field("dateOfBirth", "Date of birth", ["dob", "birthdate", "birthday", "birthdayon"], { type: "day" }),
  field("dateOfDeath", "Date of death", ["dod", "deathdate"], { type: "day" }),
  field("ssn", "Social security number", ["socialsecurity", "ssnumber", "socialsecuritynumberssn"], { type: "ssn" }),
  choice("gender", "Gender", clientEnumerations.clientGender, ["sex"], { synonyms: { m: "male", f: "female" } }),
  choice("maritalStatus", "Marital status", clientEnumerations.maritalStatus),
  field("preferredLanguage", "Language", ["language", "primarylanguage"]),
  field("occupation", "Occupation", ["jobtitle", "job", "profession"]),
  ...addressFields("address"),
  tags,
];

const contactChannels: readonly ImportField[] = [
  field(
    "phone",
    "Phone",
    [
      "phonenumber",
      "primaryphone",
      "primaryphonenumber",
      "workphone",
      "businessphone",
      "officephone",
      "telephone",
      "phone1",
    ],
    {
      target: "phones.main.number",
      hasDigits: true,
    },
  ),
  field("mobilePhone", "Mobile phone", ["cellphone", "cell", "mobile", "mobilenumber"], {
    target: "phones.mobile.number",
    hasDigits: true,
  }),
  field("fax", "Fax", ["faxnumber", "businessfax", "officefax"], { target: "phones.fax.number", hasDigits: true }),
  field(
    "email",
    "Email",
    ["emailaddress", "primaryemail", "primaryemailaddress", "workemail", "businessemail", "email1"],
    {
      target: "emails.main.address",
    },
  ),
  field("website", "Website", ["url", "web", "webaddress", "homepage"]),
  ...addressFields("addresses.main"),
  field("notes", "Notes", ["note", "comments", "comment", "description"]),
];

const companyName = field("companyName", "Company", [
  "companyname",
  "organization",
  "organizationname",
  "business",
  "businessname",
  "firm",
  "employer",
  "entity",
]);

const contacts: readonly ImportField[] = [
  externalId("contact", "company"),
  choice("type", "Type", sharedEnumerations.contactType, ["contacttype", "persontype"], {
    synonyms: {
      individual: "person",
      attorney: "person",
      adjuster: "person",
      organization: "company",
      business: "company",
      insurance: "company",
      insurancecompany: "company",
      lawfirm: "company",
      provider: "medical_provider",
      hospital: "medical_provider",
    },
  }),
  ...personNames,
  companyName,
  field("jobTitle", "Job title", ["title", "position"]),
  field("department", "Department"),
  field("specialty", "Specialty"),
  field("npi", "NPI", ["npinumber", "nationalprovideridentifier"], { hasDigits: true }),
  choice("roles", "Roles", contactEnumerations.contactRole, ["role", "contactgroup", "group", "category"], {
    type: "choices",
    synonyms: {
      insurance: "insurer",
      insurancecompany: "insurer",
      doctor: "provider",
      medicalprovider: "provider",
      attorney: "opposing_counsel",
    },
  }),
  ...contactChannels,
  tags,
];

const providers: readonly ImportField[] = [
  externalId("provider", "facility", "contact"),
  field("companyName", "Provider", [
    "provider",
    "providername",
    "facility",
    "facilityname",
    "medicalprovider",
    "hospital",
    "clinic",
    "name",
    "company",
    "companyname",
    "practice",
  ]),
  field("doingBusinessAs", "Doing business as", ["dba"]),
  field("department", "Department"),
  field("specialty", "Specialty", ["practicetype", "providertype"]),
  field("npi", "NPI", ["npinumber", "nationalprovideridentifier"], { hasDigits: true }),
  ...contactChannels,
  tags,
];

const caseNames = [
  "caseid",
  "matterid",
  "casenumber",
  "matternumber",
  "projectid",
  "caseexternalid",
  "projectexternalid",
  "matter",
  "case",
  "caseno",
  "fileno",
  "displaynumber",
  "matterdisplaynumber",
];
const clientNames = [
  "clientid",
  "clientexternalid",
  "contactid",
  "plaintiffid",
  "clientnumber",
  "clientcontactid",
  "contactexternalid",
];

const cases: readonly ImportField[] = [
  // What Clio shows in place of a matter's number is its display number.
  externalId("case", "matter", "project", "file", "display"),
  reference("clientId", "Client", "Client", [...clientNames], { target: "plaintiffId", isOnlyForNew: true }),
  field("title", "Title", ["casename", "mattername", "casemattername", "projectname", "matterdescription"]),
  choice("caseType", "Case type", sharedEnumerations.caseType, ["mattertype", "type", "incidenttype", "projecttype"], {
    synonyms: {
      mva: "motor_vehicle_accident",
      auto: "motor_vehicle_accident",
      autoaccident: "motor_vehicle_accident",
      caraccident: "motor_vehicle_accident",
      motorvehicle: "motor_vehicle_accident",
      automobileaccident: "motor_vehicle_accident",
      trucking: "truck_accident",
      truckingaccident: "truck_accident",
      motorcycle: "motorcycle_accident",
      rideshare: "rideshare_accident",
      pedestrian: "pedestrian_accident",
      bicycle: "bicycle_accident",
      slipandfall: "premises_liability",
      tripandfall: "premises_liability",
      slipfall: "premises_liability",
      premises: "premises_liability",
      medmal: "medical_malpractice",
      malpractice: "medical_malpractice",
      nursinghome: "nursing_home_abuse",
      productsliability: "product_liability",
      workerscomp: "workers_compensation",
      workcomp: "workers_compensation",
      wc: "workers_compensation",
      ssd: "social_security_disability",
      ssdi: "social_security_disability",
      constructionsite: "construction_accident",
      dogattack: "dog_bite",
      burn: "burn_injury",
    },
  }),
  choice("caseState", "State", sharedEnumerations.caseState, ["jurisdiction", "incidentstate", "stateofincident"], {
    type: "state",
  }),
  field("jurisdictionCounty", "County", ["countyofincident", "venue"]),
  field(
    "dateOfIncident",
    "Date of incident",
    ["doi", "dol", "dateofloss", "incidentdate", "dateofaccident", "accidentdate", "lossdate", "dateofinjury"],
    {
      type: "day",
    },
  ),
  field(
    "statuteOfLimitationsOn",
    "Statute of limitations",
    ["sol", "soldate", "statutedate", "statute", "statuteoflimitationsdate", "limitationsdate", "limitationdate"],
    {
      type: "day",
      isOnlyForNew: true,
    },
  ),
  field("openedOn", "Opened", ["opendate", "dateopened", "openeddate", "opened", "startdate", "createddate"], {
    type: "day",
  }),
  field("engagedOn", "Engaged", ["retaineddate", "dateretained", "signupdate", "engageddate"], { type: "day" }),
  choice(
    "matterStage",
    "Stage",
    sharedEnumerations.matterStage,
    ["casestage", "phase", "projectphase", "matterstage"],
    {
      isOnlyForNew: true,
      synonyms: {
        litigation: "litigation_filed",
        prelitigation: "treatment",
        prelit: "treatment",
        demand: "demand_preparation",
        settled: "settlement_pending",
        treating: "treatment",
      },
    },
  ),
  choice("matterStatus", "Status", sharedEnumerations.matterStatus, ["casestatus", "matterstatus", "projectstatus"], {
    isOnlyForNew: true,
    synonyms: {
      active: "open",
      opened: "open",
      inactive: "closed",
      onhold: "on_hold",
      referred: "referred_out",
      dropped: "withdrawn",
    },
  }),
  field("statusReason", "Reason of the status", ["closereason", "closedreason", "dispositionreason"], {
    isOnlyForNew: true,
  }),
  field("closedOn", "Closed", ["closedate", "dateclosed", "closeddate"], { type: "day", isOnlyForNew: true }),
  field("description", "Description", ["casedescription", "summary", "facts"]),
  field("intakeNotes", "Intake notes", ["note", "notes", "importnotes"]),
  field("injuryDescription", "Injuries", ["injury", "injuries"]),
  field("practiceArea", "Practice area", ["area", "areaoflaw"]),
  field("subCaseType", "Case subtype", ["casesubtype", "subtype"]),
  choice("caseSource", "Source", sharedEnumerations.caseSource, ["leadsource", "referralsource", "marketingsource"], {
    synonyms: {
      website: "web_form",
      internet: "web_form",
      google: "paid_search",
      referral: "referral_client",
      tv: "tv_radio",
      radio: "tv_radio",
    },
  }),
  reference(
    "leadAttorneyId",
    "Lead attorney",
    "Member",
    ["attorneyid", "leadattorney", "responsibleattorneyid", "primaryattorneyid"],
    {
      target: "attorneyId",
    },
  ),
  field("settlementAmount", "Settlement amount", ["settlement", "settledfor", "grosssettlement"], {
    target: "settlementAmountCents",
    type: "cents",
  }),
  field("attorneyFeePercentage", "Fee percentage", ["feepercent", "feepercentage", "contingencyfee"], {
    type: "percentage",
  }),
  tags,
];

const tasks: readonly ImportField[] = [
  externalId("task"),
  reference("caseId", "Case", "Case", caseNames, { isOnlyForNew: true }),
  field("title", "Title", ["name", "task", "taskname", "subject", "tasktitle"]),
  field("description", "Description", ["details", "notes", "taskdescription", "body"]),
  field("dueOn", "Due", ["duedate", "dueat", "datedue", "deadline"], { type: "day" }),
  field("startOn", "Start", ["startdate", "begins"], { type: "day" }),
  choice("priority", "Priority", taskEnumerations.taskPriority, [], {
    synonyms: { medium: "normal", none: "normal", critical: "urgent" },
  }),
  choice("category", "Category", taskEnumerations.taskCategory, ["tasktype", "type"]),
  choice("status", "Status", taskEnumerations.taskStatus, ["taskstatus", "complete", "completed", "isdone", "done"], {
    isOnlyForNew: true,
    synonyms: {
      open: "pending",
      notstarted: "pending",
      incomplete: "pending",
      todo: "pending",
      no: "pending",
      false: "pending",
      inprogress: "in_progress",
      complete: "completed",
      done: "completed",
      yes: "completed",
      true: "completed",
      closed: "completed",
      canceled: "cancelled",
    },
  }),
  field("completedAt", "Completed at", ["completedate", "completeddate", "datecompleted", "completiondate"], {
    type: "instant",
    isOnlyForNew: true,
  }),
  reference("assigneeMemberId", "Assignee", "Member", ["assignee", "assigneeid", "assignedto", "assignedtoid"], {
    target: "assigneeMemberIds.0",
    isOnlyForNew: true,
  }),
  tags,
];

const notes: readonly ImportField[] = [
  externalId("note"),
  reference("caseId", "Case", "Case", caseNames, { isOnlyForNew: true }),
  reference("clientId", "Client", "Client", [...clientNames, "client"], { isOnlyForNew: true }),
  reference("contactId", "Contact", "Contact", ["contact"], { isOnlyForNew: true }),
  choice("type", "Type", noteEnumerations.noteType, ["notetype", "category"], {
    synonyms: {
      note: "general",
      phone: "phone_call",
      call: "phone_call",
      phonelog: "phone_call",
      medical: "medical_update",
      insurance: "insurance_update",
    },
  }),
  field("subject", "Subject", ["title", "notesubject", "heading"]),
  field("body", "Text", [
    "note",
    "notes",
    "detail",
    "details",
    "content",
    "message",
    "comment",
    "notebody",
    "text",
    "description",
  ]),
  field(
    "occurredAt",
    "Date",
    ["notedate", "date", "createdat", "createddate", "createdon", "entrydate", "datecreated"],
    { type: "instant" },
  ),
  choice("visibility", "Visibility", noteEnumerations.noteVisibility, [], { isOnlyForNew: true }),
  tags,
];

/** What is wrong with a row of time in a file of activities: its price is a rate by the hour. */
export const noExpense = "is not that of an expense: entries of time are not imported";

const expenses: readonly ImportField[] = [
  externalId("expense", "cost", "activity"),
  reference("caseId", "Case", "Case", caseNames, { isOnlyForNew: true }),
  choice(
    "category",
    "Category",
    expenseEnumerations.expenseCategory,
    ["expensecategory", "expensetype", "costtype", "type", "activity", "activitytype", "code"],
    {
      synonyms: {
        filingfees: "filing_fee",
        courtfees: "filing_fee",
        service: "service_of_process",
        processserver: "service_of_process",
        processservice: "service_of_process",
        records: "medical_records",
        recordsrequest: "medical_records",
        expertfees: "expert",
        expertwitness: "expert",
        depositions: "deposition",
        transcripts: "deposition",
        mediator: "mediation",
        investigator: "investigation",
        mileage: "travel",
        postage: "postage_copying",
        copies: "postage_copying",
        copying: "postage_copying",
        photocopies: "postage_copying",
        interpreter: "translation",
        exhibits: "trial_exhibit",
        misc: "other",
        miscellaneous: "other",
        expense: "other",
      },
    },
  ),
  field("description", "Description", ["details", "memo", "note", "narrative", "expensedescription", "subject"]),
  field(
    "incurredOn",
    "Date",
    ["expensedate", "dateincurred", "costdate", "entrydate", "transactiondate", "checkdate"],
    {
      type: "day",
    },
  ),
  field("amountCents", "Amount", ["total", "cost", "price", "expenseamount", "amountdue", "debit"], { type: "cents" }),
  // By the columns of a program whose amount is that of a unit: in other files an amount beside a quantity is the total.
  field("unitCount", "Units, by which the amount is multiplied", [], { type: "unitCount" }),
  field("entryKind", "Kind of entry: expenses alone are imported", [], {
    type: "expenseEntry",
    blankFault: noExpense,
  }),
  field("dueOn", "Due", ["duedate", "datedue"], { type: "day" }),
  reference("vendorContactId", "Vendor", "Contact", ["vendorid", "payeeid", "contactid"]),
  field("vendorInvoiceNumber", "Invoice number", ["invoice", "invoiceno", "vendorinvoice", "billnumber", "refnumber"]),
  choice("kind", "Hard or soft cost", expenseEnumerations.expenseKind, ["costkind", "hardorsoft"], {
    synonyms: { hardcost: "hard", softcost: "soft" },
  }),
  field("notes", "Notes", ["comments", "internalnotes"]),
];

/** The fields of each kind, in the order in which they are offered; of two that a column's name fits, the first counts. */
export const importFields: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  clients,
  contacts,
  providers,
  cases,
  tasks,
  notes,
  expenses,
};

/** A field of a kind by its name; undefined for a name that the kind does not have. */
export function findField(kind: ImportKind, name: string): ImportField | undefined {
  return importFields[kind].find((each) => each.name === name);
}
