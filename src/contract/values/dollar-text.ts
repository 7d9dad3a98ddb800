/**
 * `1,234.56`, `$12.00`, `$.50`, `(12.00)`, `-12.00`, `12.00-`, and `12.0000`, as SQL Server writes money: whole cents,
 * read as digits.
 */
export function readCents(text: string): number | null {
  const found =
    /^(?<open>\()?(?<sign>[-+−])?\$?(?<whole>\d{1,3}(?:,\d{3})+|\d{1,12}|(?=\.\d))(?:\.(?<cents>\d{1,2})0{0,10})?(?<after>[-−])?\)?$/u.exec(
      text.replaceAll(" ", "").replace("$-", "-$"),
    )?.groups;
  if (found === undefined) return null;
  const { open, sign, whole = "", cents = "", after } = found;
  const size = Number(whole.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0"));
  const isNegative = open !== undefined || after !== undefined || sign === "-" || sign === "−";
  return isNegative && size !== 0 ? -size : size;
}
