import { errorStatus } from "../../contract/error-codes.ts";
import type { ErrorCode } from "../../contract/error-codes.ts";
import { Field } from "../ui/forms/field.tsx";
import { Select } from "../ui/forms/select.tsx";
import { timeSpans } from "./request-labels.ts";
import type { TimeSpan } from "./request-labels.ts";

export type StatusClass = "2xx" | "4xx" | "5xx";

/** null stands for all. */
export interface RequestFilters {
  status: StatusClass | null;
  code: ErrorCode | null;
  span: TimeSpan;
}

export const noFilters: RequestFilters = { status: null, code: null, span: "all" };

const codes = Object.keys(errorStatus) as ErrorCode[];

interface RequestFilterBarProps {
  filters: RequestFilters;
  onChange: (filters: RequestFilters) => void;
}

export function RequestFilterBar({ filters, onChange }: RequestFilterBarProps) {
  const { status, code, span } = filters;
  return (
    <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-3 lg:max-w-3xl">
      <Field label="Response">
        {({ id }) => (
          // Only 4xx and 5xx have a code: it is cleared with the status.
          <Select id={id} value={status ?? ""} onChange={({ target }) => onChange({ ...filters, status: readStatus(target.value), code: null })}>
            <option value="">All responses</option>
            <option value="2xx">Succeeded (2xx)</option>
            <option value="4xx">Rejected (4xx)</option>
            <option value="5xx">Failed (5xx)</option>
          </Select>
        )}
      </Field>
      <Field label="Error code">
        {({ id }) => (
          <Select id={id} value={code ?? ""} disabled={status === "2xx"} onChange={({ target }) => onChange({ ...filters, code: readCode(target.value) })}>
            <option value="">All error codes</option>
            {codes.filter((each) => fits(each, status)).map((each) => (
              <option key={each} value={each}>
                {errorStatus[each]} {each}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Time">
        {({ id }) => (
          <Select id={id} value={span} onChange={({ target }) => onChange({ ...filters, span: readSpan(target.value) })}>
            {timeSpans.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

function fits(code: ErrorCode, status: StatusClass | null): boolean {
  return status === null || String(errorStatus[code]).startsWith(status.charAt(0));
}

function readStatus(value: string): StatusClass | null {
  return value === "2xx" || value === "4xx" || value === "5xx" ? value : null;
}

function readCode(value: string): ErrorCode | null {
  return codes.find((code) => code === value) ?? null;
}

function readSpan(value: string): TimeSpan {
  return timeSpans.find((span) => span.value === value)?.value ?? "all";
}
