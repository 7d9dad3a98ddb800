import type { ComponentProps } from "react";
import { Options, Select } from "./select.tsx";

type TimeZoneSelectProps = Omit<ComponentProps<"select">, "value" | "onChange" | "children"> & {
  value: string;
  onChange: (zone: string) => void;
};

export function TimeZoneSelect({ value, onChange, ...control }: TimeZoneSelectProps) {
  const zones = [...new Set([value, "UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted();
  return (
    <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
      <Options of={zones.map((zone) => [zone, nameTimeZone(zone)])} />
    </Select>
  );
}

export function nameTimeZone(zone: string): string {
  return zone.replaceAll("_", " ");
}
