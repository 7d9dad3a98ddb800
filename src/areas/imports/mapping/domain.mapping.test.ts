import { describe, expect, test } from "vitest";
import { detectKind, detectSource, findHeader, guessColumns, nameColumns } from "./domain.columns.ts";
import { importFields, type ImportKind } from "./domain.fields.ts";
import { describeCreation, describeUpdate, nameFaults, readRecord, type Mapping } from "./domain.record.ts";
import { describeNameFault, splitFullName } from "./domain.names.ts";
import { notCalculated } from "../reading/domain.csv.ts";
import { importSources } from "./domain.sources.ts";
import { readDay, readValue, type ReadingOptions } from "./domain.values.ts";

const options: ReadingOptions = { dateOrder: "month_first", timezone: "America/Chicago" };

function mapFile(header: string, kind?: ImportKind): Mapping {
  const names = nameColumns(header.split(","));
  const source = detectSource(names);
  const found = kind ?? detectKind(names, source);
  return { ...options, kind: found, columns: guessColumns(names, found, source), defaults: [], hasSeparators: true };
}
const fieldsOf = ({ columns }: Mapping) => columns.map(({ field }) => field);

describe("columns", () => {
  test.each([
    [
      "clio",
      "contacts",
      "title,job_title,first_name,last_name,company,business_street,business_city,business_state,business_postal_code,email_address,primary_phone",
      [
        null,
        "jobTitle",
        "firstName",
        "lastName",
        "companyName",
        "addressLine1",
        "city",
        "state",
        "zipCode",
        "email",
        "phone",
      ],
    ],
    [
      "clio",
      "cases",
      "status,location,client_reference,description,open_date,close_date,pending_date,custom_number,note,client_first_name,client_last_name",
      ["matterStatus", null, null, "title", "openedOn", "closedOn", null, "externalId", "intakeNotes", null, null],
    ],
    ["filevine", "notes", "ProjectExternalID,Note Date,Note Body", ["caseId", "occurredAt", "body"]],
    [
      "smartadvocate",
      "cases",
      "Case No,Case Name,Case Type,Case Status,Case Sub Status,Closed Date,All Staff",
      ["externalId", "title", "caseType", "matterStatus", null, "closedOn", null],
    ],
    [
      "other",
      "clients",
      "ID,First Name,Last Name,DOB,SSN,Cell Phone,Work Phone,Email,Address,City,State,Zip",
      [
        "externalId",
        "firstName",
        "lastName",
        "dateOfBirth",
        "ssn",
        "phone",
        "secondaryPhone",
        "email",
        "addressLine1",
        "city",
        "state",
        "zipCode",
      ],
    ],
    [
      "other",
      "tasks",
      "Task Name,Due Date,Assigned To,Matter Number,Priority",
      ["title", "dueOn", "assigneeMemberId", "caseId", "priority"],
    ],
    [
      "clio",
      "expenses",
      "matter,date,activity_description,note,price,quantity,type,activity_user,non_billable",
      ["caseId", "incurredOn", "category", "description", "amountCents", "unitCount", "entryKind", null, null],
    ],
    [
      "other",
      "expenses",
      "Expense ID,Case Number,Expense Type,Description,Date Incurred,Amount,Vendor ID,Invoice #",
      [
        "externalId",
        "caseId",
        "category",
        "description",
        "incurredOn",
        "amountCents",
        "vendorContactId",
        "vendorInvoiceNumber",
      ],
    ],
    [
      "other",
      "providers",
      "Provider ID,Provider Name,NPI,Phone,Fax",
      ["externalId", "companyName", "npi", "phone", "fax"],
    ],
  ] as const)("of %s, rows of %s", (source, kind, header, fields) => {
    const names = nameColumns(header.split(","));
    expect([detectSource(names), detectKind(names, detectSource(names))]).toEqual([source, kind]);
    expect(fieldsOf(mapFile(header))).toEqual(fields);
  });

  test("with the same name get numbers, and fill a field once", () => {
    const mapping = mapFile("Last Name,Phone,Phone,,Rejected because", "clients");
    expect(mapping.columns).toEqual([
      { index: 0, name: "Last Name", field: "lastName" },
      { index: 1, name: "Phone", field: "phone" },
      { index: 2, name: "Phone (2)", field: "secondaryPhone" },
      { index: 3, name: "Column 4", field: null },
      { index: 4, name: "Rejected because", field: null },
    ]);
  });

  const headerOf = (...rows: string[]) => {
    const cells = rows.map((row) => ({ cells: row.split(",") }));
    const header = findHeader(cells);
    return header === undefined ? [] : [cells.indexOf(header.row), header.names.join(",")];
  };

  test("are found below a title, and below the names of groups of columns", () => {
    expect(
      headerOf("Client list", "As of 11/30/2026", "First Name,Last Name,Email", "Elena,Marsh,e@x.example"),
    ).toEqual([2, "First Name,Last Name,Email"]);
    expect(
      headerOf("Client information,,,Incident", "Client ID,First Name,Last Name,DOL", "C-1,Elena,Marsh,1/2/2026"),
    ).toEqual([1, "Client ID,First Name,Last Name,DOL"]);
  });

  test("in two rows are read as one, also where the upper row has more of them", () => {
    const names = "Client ID,First Name,Last Name,Cell Phone,Home Phone,DOB";
    expect(headerOf("Client ID,Name,,Phone,,DOB", ",First,Last,Cell,Home,", "C-1,Elena,Marsh,1,2,3")).toEqual([
      1,
      names,
    ]);
    // A workbook's cells that are merged from above.
    expect(
      headerOf("Client ID,Name,,Phone,,DOB", "Client ID,First,Last,Cell,Home,DOB", "C-1,Elena,Marsh,1,2,3"),
    ).toEqual([1, names]);
  });

  test("are the first ones of a report that repeats them on each page", () => {
    const page = ["Client ID,Name,,DOB", ",First,Last,", "C-1,Elena,Marsh,4/17/1988"];
    expect(headerOf(...page, ...page)).toEqual([1, "Client ID,First Name,Last Name,DOB"]);
    expect(headerOf(...page, "Client ID,First,Last,DOB")).toEqual([1, "Client ID,First Name,Last Name,DOB"]);
  });

  test("are one row where the next is data with words that name columns elsewhere", () => {
    expect(headerOf("Task,Status,Priority,Category", "Notes,Complete,High,", "Deadline,Done,Low,Phone")).toEqual([
      0,
      "Task,Status,Priority,Category",
    ]);
  });

  test("may say what they are of, have a number sign, or the words that programs add", () => {
    expect(
      fieldsOf(
        mapFile(
          "Client #,Client First Name,Client Last Name,Primary Email Address,Home Phone Number,Primary Address Street,Primary Address Zip Code,SS#",
          "clients",
        ),
      ),
    ).toEqual(["externalId", "firstName", "lastName", "email", "phone", "addressLine1", "zipCode", "ssn"]);
    expect(fieldsOf(mapFile("Case #,Client #,Case Type,SOL Date,Limitations Date", "cases"))).toEqual([
      "externalId",
      "clientId",
      "caseType",
      "statuteOfLimitationsOn",
      null,
    ]);
    // Of a case, the client's state is not the case's.
    expect(fieldsOf(mapFile("Display Number,Client State,Matter Status", "cases"))).toEqual([
      "externalId",
      null,
      "matterStatus",
    ]);
  });

  test("are found above rows of 500 other cells", () => {
    const wide = Array.from({ length: 500 }, (_, place) => `Custom field ${place}`);
    const rows = ["Client ID,First Name", ...Array.from({ length: 10 }, () => wide.join(","))];
    expect(headerOf(...rows)).toEqual([0, "Client ID,First Name"]);
  });

  test("that programs publish fill fields that there are", () => {
    for (const { columns } of Object.values(importSources)) {
      for (const [kind, fields] of Object.entries(columns)) {
        const known = importFields[kind as ImportKind].map(({ name }) => name);
        expect(known).toEqual(expect.arrayContaining(Object.values(fields).filter((field) => field !== null)));
      }
    }
  });
});

describe("values", () => {
  test.each([
    ["2026-11-30", "2026-11-30"],
    ["11/30/2026", "2026-11-30"],
    ["1/2/26", "2026-01-02"],
    ["4/17/88", "1988-04-17"],
    ["11-30-2026", "2026-11-30"],
    ["Nov 30, 2026", "2026-11-30"],
    ["November 30th 2026", "2026-11-30"],
    ["Monday, November 30, 2026", "2026-11-30"],
    ["30-Nov-26", "2026-11-30"],
    ["46356", "2026-11-30"],
    ["46356.5", "2026-11-30"],
    ["20261130", "2026-11-30"],
    ["11 / 30 / 2026", "2026-11-30"],
    ["20261330", null],
    ["02/29/2027", null],
    ["30/11/2026", null],
    ["soon", null],
  ])("the day %s is %s", (text, day) => {
    expect(readDay(text, options)).toBe(day);
  });

  test("a day with the day first", () => {
    expect(readDay("3/4/2026", { dateOrder: "day_first" })).toBe("2026-04-03");
    expect(readDay("30.11.2026", { dateOrder: "day_first" })).toBe("2026-11-30");
  });

  const valueOf = (kind: ImportKind, name: string, text: string) => {
    const field = importFields[kind].find((each) => each.name === name);
    if (field === undefined) throw new Error(name);
    return readValue(field, text, options);
  };

  test.each([
    ["notes", "occurredAt", "11/30/2026", "2026-11-30T18:00:00.000Z"],
    ["notes", "occurredAt", "11/30/2026 3:04 PM", "2026-11-30T21:04:00.000Z"],
    ["notes", "occurredAt", "2026-11-30T15:04:05", "2026-11-30T21:04:05.000Z"],
    ["notes", "occurredAt", "2026-11-30T15:04:05Z", "2026-11-30T15:04:05.000Z"],
    ["notes", "occurredAt", "2026-11-30 12:30 AM", "2026-11-30T06:30:00.000Z"],
    ["notes", "occurredAt", "11/30/2026 at 3:04 PM", "2026-11-30T21:04:00.000Z"],
    ["notes", "occurredAt", "Nov 30, 2026, 3:04 PM", "2026-11-30T21:04:00.000Z"],
    ["notes", "occurredAt", "2026-11-30 15:04:05 UTC", "2026-11-30T15:04:05.000Z"],
    ["notes", "occurredAt", "2026-11-30T15:04:05-0500", "2026-11-30T20:04:05.000Z"],
    ["notes", "occurredAt", "46356.625", "2026-11-30T21:00:00.000Z"],
    ["notes", "occurredAt", "46356.999999", "2026-12-01T05:59:59.000Z"],
    ["clients", "phone", "5125550182.0", "5125550182"],
    ["cases", "externalId", "5125550182.0", "5125550182.0"],
    ["clients", "dateOfBirth", "4/17/1988 12:00:00 AM", "1988-04-17"],
    ["clients", "dateOfBirth", "1988-04-17T00:00:00.000Z", "1988-04-17"],
    ["clients", "gender", "F", "female"],
    ["clients", "ssn", "219 64 4821", "219644821"],
    ["clients", "zipCode", "2134", "02134"],
    ["clients", "zipCode", "787041234", "78704-1234"],
    ["clients", "zipCode", "2134.0", "02134"],
    ["cases", "externalId", "3E15", "3E15"],
    ["clients", "tags", "vip; spanish, vip", ["vip", "spanish"]],
    ["cases", "caseType", "MVA", "motor_vehicle_accident"],
    ["cases", "caseType", "Slip and Fall", "premises_liability"],
    ["cases", "caseState", "Texas", "TX"],
    ["cases", "clientId", "C-17", "external:C-17"],
    ["cases", "clientId", "cli_01kf3mc4q0s2v5x8y1a3d6g9j2", "cli_01kf3mc4q0s2v5x8y1a3d6g9j2"],
    ["cases", "settlementAmount", "$1,250,000.00", 125_000_000],
    ["cases", "settlementAmount", "1250000.0000", 125_000_000],
    ["cases", "settlementAmount", "$.50", 50],
    ["cases", "settlementAmount", "-.5", -50],
    ["cases", "attorneyFeePercentage", "33.33%", 33.33],
    ["cases", "attorneyFeePercentage", "40", 40],
    ["cases", "attorneyFeePercentage", "0.3333", 33.33],
    ["cases", "attorneyFeePercentage", "0.333333333333333", 33.33],
    ["cases", "attorneyFeePercentage", "1", 1],
    ["cases", "attorneyFeePercentage", "1%", 1],
    ["cases", "attorneyFeePercentage", "33 1/3%", 33.33],
    ["cases", "attorneyFeePercentage", "40 percent", 40],
    ["tasks", "status", "Not Started", "pending"],
    ["contacts", "roles", "Doctor; Expert", ["provider", "expert"]],
    ["expenses", "unitCount", "1,200", 1_200],
    ["expenses", "unitCount", "0.5", 0.5],
    ["expenses", "entryKind", "ExpenseEntry", "expense"],
    ["expenses", "entryKind", "Hard Cost", "expense"],
  ] as const)("of %s, %s: %s", (kind, name, text, value) => {
    expect(valueOf(kind, name, text)).toEqual({ value });
  });

  test.each([
    ["clients", "dateOfBirth", "April 1988"],
    ["clients", "gender", "unknown to us"],
    ["cases", "settlementAmount", "1.2.3"],
    ["cases", "settlementAmount", "12.345"],
    ["expenses", "unitCount", "-3"],
    ["expenses", "unitCount", "1,2"],
    ["expenses", "entryKind", "TimeEntry"],
    ["cases", "title", "#REF!"],
    ["clients", "lastName", "#N/A"],
    ["clients", "lastName", notCalculated],
    ["clients", "externalId", "1.23457E+11"],
    ["clients", "phone", "5.12556E+09"],
    ["cases", "clientId", "1,23457E+11"],
    ["contacts", "externalId", "1.23456789012346e+22"],
    ["cases", "attorneyFeePercentage", "a third"],
    ["notes", "occurredAt", "11/30/2026 25:00"],
  ] as const)("of %s, %s cannot be %s, and the fault does not repeat it", (kind, name, text) => {
    const read = valueOf(kind, name, text);
    expect(read).toEqual({ fault: expect.any(String) });
    expect(JSON.stringify(read)).not.toContain(text);
  });
});

describe("records", () => {
  test.each([
    ["Elena Marsh", { firstName: "Elena", lastName: "Marsh" }],
    ["Marsh, Elena R.", { firstName: "Elena", middleName: "R.", lastName: "Marsh" }],
    ["Elena R. Marsh Jr.", { firstName: "Elena", middleName: "R.", lastName: "Marsh", suffix: "Jr." }],
    ["Elena Marsh, Jr.", { firstName: "Elena", lastName: "Marsh", suffix: "Jr." }],
    ["Marsh, Elena R., Jr.", { firstName: "Elena", middleName: "R.", lastName: "Marsh", suffix: "Jr." }],
    ["Marsh III, Elena", { firstName: "Elena", lastName: "Marsh", suffix: "III" }],
    ["Marsh, Elena V", { firstName: "Elena", middleName: "V", lastName: "Marsh" }],
    ["Elena Marsh, M.D., Esq.", { firstName: "Elena", lastName: "Marsh", suffix: "M.D., Esq." }],
    ["Elena Marsh, DO", { firstName: "Elena", lastName: "Marsh", suffix: "DO" }],
    ["de la Cruz, Elena", { firstName: "Elena", lastName: "de la Cruz" }],
    ["Maria de la Cruz", { firstName: "Maria", lastName: "de la Cruz" }],
    ["MARIA DE LA CRUZ", { firstName: "MARIA", lastName: "DE LA CRUZ" }],
    ["María del Carmen López", { firstName: "María", middleName: "del Carmen", lastName: "López" }],
    ["Mary St. John", { firstName: "Mary", lastName: "St. John" }],
    ["Jean Van Damme", { firstName: "Jean", lastName: "Van Damme" }],
    ["Hung Van Trần", { firstName: "Hung", middleName: "Van", lastName: "Trần" }],
    ["Ms. Elena Marsh", { firstName: "Elena", lastName: "Marsh" }],
    ["Marsh, Dr. Elena R.", { firstName: "Elena", middleName: "R.", lastName: "Marsh" }],
    ["Marsh, Ms.", { lastName: "Marsh" }],
    ["Dr. Marsh", { lastName: "Marsh" }],
    ["Hon Nguyen", { firstName: "Hon", lastName: "Nguyen" }],
    ['Elena "Ellie" Marsh', { firstName: "Elena", lastName: "Marsh", preferredName: "Ellie" }],
    ["Marsh, Elena (Ellie)", { firstName: "Elena", lastName: "Marsh", preferredName: "Ellie" }],
    ["Elena Minor", { firstName: "Elena", lastName: "Minor" }],
    ["Aka Mori", { firstName: "Aka", lastName: "Mori" }],
    ["Wei Co", { firstName: "Wei", lastName: "Co" }],
    ["La Toya Jackson", { firstName: "La", middleName: "Toya", lastName: "Jackson" }],
    ["Madonna", { lastName: "Madonna" }],
    // Names that are degrees or particles elsewhere: findings/family-names-that-name-parsers-take-for-degrees.sh.
    ["Wei Ma", { firstName: "Wei", lastName: "Ma" }],
    ["Kim Do", { firstName: "Kim", lastName: "Do" }],
    ["Do, Kim", { firstName: "Kim", lastName: "Do" }],
    ["Marsh, Do", { firstName: "Do", lastName: "Marsh" }],
    ["Md Karim", { firstName: "Md", lastName: "Karim" }],
    ["Van Nguyen", { firstName: "Van", lastName: "Nguyen" }],
  ])("the name %s", (name, parts) => {
    expect(describeNameFault(name)).toBeNull();
    expect(splitFullName(name)).toEqual(parts);
  });

  test.each([
    ["Smith, John & Mary", "more than one person"],
    ["John and Mary Smith", "more than one person"],
    ["Smith, John / Mary", "more than one person"],
    ["John Smith et al.", "more than one person"],
    ["Estate of John Smith", "a remark"],
    ["John Smith, a minor", "a remark"],
    ["Smith, John (deceased)", "a remark"],
    ["John Smith (see Mary)", "a remark"],
    ["John Smith a/k/a Jack Smith", "a remark"],
    ["Acme Trucking, Inc.", "an organization"],
    ["Law Offices of John Smith", "an organization"],
  ])("%s is not the name of one person: %s", (name, fault) => {
    expect(describeNameFault(name)).toContain(fault);
    const record = readRecord(mapFile("Client ID,Name,Phone", "clients"), ["C-1", name, ""]);
    expect(record.faults).toEqual([{ column: "Name", message: expect.stringContaining(fault) }]);
    expect(JSON.stringify(record.faults)).not.toContain("Smith");
  });

  test("a full name is not split where the columns have its parts", () => {
    const record = readRecord(mapFile("Client ID,Name,First Name,Last Name", "clients"), [
      "C-1",
      "Smith, John & Mary",
      "John",
      "Smith",
    ]);
    expect(record.faults).toEqual([]);
    expect(describeCreation("clients", record)?.body).toEqual({
      externalId: "C-1",
      firstName: "John",
      lastName: "Smith",
    });
  });

  test.each([
    ["Smith & Jones LLP", "", { type: "company", companyName: "Smith & Jones LLP" }],
    ["Lone Star Mutual", "Insurance Company", { type: "company", companyName: "Lone Star Mutual" }],
    ["Travis County District Court", "Court", { type: "court", companyName: "Travis County District Court" }],
    ["Bluff Springs Imaging", "Hospital", { type: "medical_provider", companyName: "Bluff Springs Imaging" }],
    ["Dr. Ana Ruiz", "Provider", { type: "medical_provider", firstName: "Ana", lastName: "Ruiz" }],
    ["Ruiz, Ana", "", { type: "person", firstName: "Ana", lastName: "Ruiz" }],
  ])("the contact %s of the type '%s' is a person or an organization", (name, type, body) => {
    const record = readRecord(mapFile("Name,Type,Email", "contacts"), [name, type, ""]);
    expect(record.faults).toEqual([]);
    expect(describeCreation("contacts", record)?.body).toEqual(body);
  });

  test.each([
    ["Total,,,", "totals"],
    ["Grand total: 2,,,", "totals"],
    [",,Total,2", "totals"],
    ["Total records: 2,,,", "totals"],
    ["2 records found,,,", "totals"],
    ["Last Name,First Name,DOB,Client ID", "repeats the names"],
    ["Last,First,DOB,", "repeats the names"],
    ["Page 1 of 12,,,", "footer"],
    ["Report generated 11/30/2026 by ana,,,", "footer"],
  ])("%s is no record: %s", (row, message) => {
    const record = readRecord(mapFile("Last Name,First Name,DOB,Client ID"), row.split(","));
    expect(record).toMatchObject({
      externalId: null,
      faults: [{ column: null, message: expect.stringContaining(message) }],
    });
  });

  test.each([
    ["providers", "Provider,Phone", "Total Care Chiropractic,"],
    ["providers", "Provider,Phone", "Total Health 360,"],
    ["tasks", "Task,Due Date", "Total the liens,"],
    ["notes", "Case ID,Note", "M-1,Total: 4 visits"],
    ["clients", "Last Name,First Name", "Page,Elena"],
    ["clients", "Last Name,First Name", "L,F"],
  ] as const)("of %s with %s, %s is a record", (kind, header, row) => {
    expect(readRecord(mapFile(header, kind), row.split(",")).faults).toEqual([]);
  });

  test.each(["N/A", "n/a", "none", "Unknown", "TBD", "NULL"])("%s is blank in what is no text", (text) => {
    const mapping = mapFile("Client ID,Last Name,DOB,SSN,Gender,Phone,Zip", "clients");
    const record = readRecord(mapping, [text, "Null", text, text, text, text, text]);
    expect(record.faults).toEqual([]);
    expect(Object.fromEntries(record.values)).toEqual({ lastName: "Null" });
    const task = readRecord(mapFile("Task,Due Date,Priority", "tasks"), ["Call", text, "None"]);
    expect(Object.fromEntries(task.values)).toEqual({ title: "Call", priority: "normal" });
  });

  test("a contact with a company's name alone is a company, and its lines are lists", () => {
    const record = readRecord(mapFile("Company,Phone,Fax,Street,City", "contacts"), [
      "Acme",
      "512 555 0182",
      "512 555 0183",
      "1 Main",
      "Austin",
    ]);
    expect(describeCreation("contacts", record)).toEqual({
      operation: "contacts.create",
      pathValues: {},
      body: {
        type: "company",
        companyName: "Acme",
        phones: [
          { label: "main", number: "512 555 0182", isPrimary: true },
          { label: "fax", number: "512 555 0183", canFax: true, isPrimary: false },
        ],
        addresses: [{ label: "main", line1: "1 Main", city: "Austin", isPrimary: true }],
      },
    });
  });

  test("a closed case has what a closed case needs; an update changes neither stage nor client", () => {
    const record = readRecord(mapFile("Case Number,Client ID,Case Type,Status,Closed,Lead attorney", "cases"), [
      "M-1",
      "C-1",
      "auto",
      "Closed",
      "3/4/2020",
      "A-1",
    ]);
    expect(describeCreation("cases", record)?.body).toEqual({
      externalId: "M-1",
      plaintiffId: "external:C-1",
      caseType: "motor_vehicle_accident",
      matterStage: "closed",
      matterStatus: "closed",
      statusReason: "Closed before it was imported",
      closedOn: "2020-03-04",
      attorneys: [{ attorneyId: "external:A-1", role: "lead" }],
    });
    expect(describeUpdate("cases", "case_1", record)).toEqual({
      operation: "cases.update",
      pathValues: { caseId: "case_1" },
      body: { caseType: "motor_vehicle_accident", attorneyId: "external:A-1" },
    });
  });

  test("of Clio's activities an expense has the price of its quantity, and time is no expense", () => {
    const names = "matter,date,activity_description,note,price,quantity,type";
    const mapping = mapFile(names, "expenses");
    const read = (...cells: string[]) => readRecord(mapping, ["M-1", "1/5/2026", "Copies", "Records", ...cells]);
    const expense = read("0.25", "120", "ExpenseEntry");
    expect(expense.faults).toEqual([]);
    expect(describeCreation("expenses", expense)?.body).toEqual({
      category: "postage_copying",
      description: "Records",
      incurredOn: "2026-01-05",
      amountCents: 3_000,
    });
    expect(describeUpdate("expenses", "exp_1", expense)?.body).toMatchObject({ amountCents: 3_000 });
    expect(describeCreation("expenses", read("12.40", "", "ExpenseEntry"))?.body).toMatchObject({ amountCents: 1_240 });
    for (const type of ["", "TimeEntry"])
      expect(read("350", "1.5", type).faults).toEqual([
        { column: "type", message: "is not that of an expense: entries of time are not imported" },
      ]);
  });

  test.each(["0000-00-00", "00/00/0000", "/  /", "1/0/1900", "1/0/00", "0/0/00", "0000-00-00 00:00:00", "-"])(
    "the day %s is blank",
    (day) => {
      const record = readRecord(mapFile("Client ID,Last Name,DOB", "clients"), ["C-1", "Marsh", day]);
      expect(record.faults).toEqual([]);
      expect(describeCreation("clients", record)?.body).toEqual({ externalId: "C-1", lastName: "Marsh" });
    },
  );

  test("an amount of nothing, as formats of accountants show it, is blank, and a hyphen elsewhere is not", () => {
    const mapping = mapFile("Case Number,Client ID,Settlement amount,Title", "cases");
    for (const amount of ["$ -", "$-", "-"]) {
      const record = readRecord(mapping, ["M-1", "C-1", amount, "-"]);
      expect(record.faults).toEqual([]);
      expect(Object.fromEntries(record.values)).toEqual({ externalId: "M-1", clientId: "external:C-1", title: "-" });
    }
  });

  test("a row of CSV with more cells than columns is rejected: what stands behind the comma is shifted", () => {
    const mapping = mapFile("Client ID,Last Name,Address,City", "clients");
    const cells = ["C-1", "Marsh", "12 Main St", "Apt 4", "Austin"];
    expect(readRecord(mapping, cells).faults).toEqual([
      { column: null, message: expect.stringContaining("more cells than there are column names") },
    ]);
    expect(readRecord(mapping, [...cells.slice(0, 4), "", ""]).faults).toEqual([]);
    // Beside a sheet's table people write what they want.
    expect(readRecord({ ...mapping, hasSeparators: false }, cells).faults).toEqual([]);
  });

  test("blank cells have the default; faults name the columns", () => {
    const mapping = { ...mapFile("Case ID,Type,Note", "notes"), defaults: [{ field: "type", value: "Phone call" }] };
    const record = readRecord(mapping, ["M-1", "", "Called."]);
    expect(describeCreation("notes", record)).toEqual({
      operation: "cases.notes.create",
      pathValues: { caseId: "external:M-1" },
      body: { type: "phone_call", body: "Called." },
    });
    expect(
      nameFaults(mapping, [
        { path: "body", message: "required" },
        { path: "occurredAt", message: "x" },
      ]),
    ).toEqual([
      { column: "Note", message: "required" },
      { column: "Date", message: "x" },
    ]);
  });
});
