import mediaTypes from "mime-db";

/**
 * What media types and file name extensions mean. IANA, Apache and nginx list which extensions a type has (mime-db);
 * types that share an extension mean one thing. Below stands what no list has: names that programs send all the same,
 * and which formats are kept in the same container.
 */

/** Types that say nothing: what mail servers and download managers send for any file. */
const anything: ReadonlySet<string> = new Set([
  "application/octet-stream",
  "binary/octet-stream",
  "application/binary",
  "application/x-binary",
  "application/unknown",
  "application/x-download",
  "application/force-download",
]);

/**
 * Names of formats that mime-db 1.54 lacks, without `x-`. Windows' registry has video/avi, video/msvideo,
 * video/vnd.dlna.mpeg-tts and audio/mpg; older browsers and mail programs have the rest; file-type 22.3 has vnd.avi,
 * aiff, MP2P and matroska.
 */
const otherNames: Readonly<Record<string, string>> = {
  jpg: "image/jpg image/pjpeg image/jfif",
  bmp: "image/bitmap image/win-bitmap image/windows-bmp",
  tif: "image/tif",
  ico: "image/ico image/icon",
  svg: "image/svg",
  psd: "image/psd application/photoshop",
  dng: "image/dng",
  pef: "image/pentax-pef",
  srw: "image/samsung-srw",
  nef: "image/nikon-nef",
  arw: "image/sony-arw",
  cr2: "image/canon-cr2",
  orf: "image/olympus-orf",
  rw2: "image/panasonic-rw2",
  dwg: "image/dwg application/dwg application/acad application/autocad",
  dcm: "image/dicom image/dcm application/dcm",
  avi: "video/avi video/msvideo video/vnd.avi",
  mpg: "video/mpg video/mpeg2 video/mp1s video/mp2p video/dvd video/vob video/ms-vob",
  mts: "video/mts video/m2ts video/vnd.dlna.mpeg-tts video/avchd-stream",
  mkv: "video/matroska audio/matroska",
  asf: "application/vnd.ms-asf audio/ms-asf video/ms-asf-plugin",
  "3gp": "video/3gp audio/3gp",
  aif: "audio/aiff audio/aifc audio/pn-aiff",
  wav: "audio/vnd.wave audio/pn-wav",
  mp3: "audio/mpg audio/mpeg3 audio/mpeg-3",
  amr: "audio/amr-nb audio/amr-wb",
  opus: "audio/opus audio/opus+ogg",
  ogg: "audio/vorbis audio/vorbis+ogg audio/speex",
  pdf: "application/acrobat application/vnd.pdf text/pdf",
  rtf: "text/richtext",
  vcf: "text/directory",
  ics: "text/vcalendar application/ics application/calendar",
  zip: "application/zip-compressed application/compressed multipart/zip",
  rar: "application/rar",
  "7z": "application/7z application/compressed",
  gz: "application/gzip-compressed application/gzipped application/tgz application/gtar application/compressed",
  bz2: "application/bzip",
  eps: "application/eps image/eps",
  sqlite: "application/vnd.sqlite3 application/sqlite3",
  pst: "application/outlook-pst application/vnd.ms-outlook-pst",
  cfb: "application/cfb application/ole-storage application/msoffice",
  msi: "application/msi application/ms-installer",
  exe: "application/vnd.microsoft.portable-executable application/dosexec application/ms-dos-executable",
};

const office = "docx docm dotx dotm xlsx xlsm xlsb xltx xltm pptx pptm ppsx ppsm potx potm";
const zipped = `zip ${office} vsdx odt ott ods ots odp otp odg otg odf epub key numbers pages kmz 3mf xps oxps`;
const isoMedia = "mp4 mp4v mpg4 m4v m4a mp4a m4b m4p mp4s mov qt 3gp 3gpp 3g2 f4v f4p f4a f4b";
const raw = "dng nef nrw arw sr2 cr2 pef srw orf rw2 3fr erf kdc dcr iiq mef gpr";
const ogg = "ogg oga ogv ogx ogm opus spx";
const heif = "heic heics heif heifs hif avif";

/**
 * What a file may be of whose content one of the first extensions is detected: the container says what is in it only
 * further on, or in a way that a detector does not know.
 */
const containers: readonly { found: string; holds: string }[] = [
  { found: zipped, holds: zipped },
  // MS-CFB. A document of Office that has a password is in one, too, whatever it was before (MS-OFFCRYPTO, 2.3.4).
  { found: "cfb", holds: `doc dot xls xlt xla ppt pot pps msg oft vsd vst vss pub mpp mpt wps msi ${office}` },
  { found: "xml", holds: "svg xsd xsl xslt xhtml xht html htm kml gpx rss atom fodt fods xmp ttml doc xls" },
  { found: "rtf", holds: "doc dot" },
  { found: "pdf", holds: "ai" },
  { found: "ps eps", holds: "ps eps ai prn" },
  { found: heif, holds: heif },
  { found: isoMedia, holds: isoMedia },
  { found: "asf", holds: "wmv wma wm" },
  { found: ogg, holds: ogg },
  { found: "mkv webm", holds: "mkv webm weba mka mks mk3d" },
  { found: "mpg", holds: "vob m2p mpv mod dat" },
  { found: "mts", holds: "ts tod trp" },
  // DICOM, part 10, 7.1: the 128 bytes before its prefix may be the header of a TIFF.
  { found: "tif", holds: `${raw} dcm dicom` },
  { found: raw, holds: `tif tiff ${raw}` },
  { found: "dcm", holds: "dicom ima" },
  { found: "png apng", holds: "png apng" },
  { found: "jpg", holds: "jfif jif pjpeg pjp mpo" },
  { found: "ico cur", holds: "ico cur" },
  { found: "gz tar.gz", holds: "gz tgz gzip svgz emz wmz" },
  { found: "ics", holds: "vcs ical" },
  { found: "sqlite", holds: "sqlite3 db db3" },
  { found: "pst", holds: "ost" },
  { found: "iso", holds: "img udf" },
];

const words = (text: string) => text.split(" ");

function withoutX(type: string): string {
  return type.replace("/x-", "/");
}

/** Extensions by type, the type without `x-`: RFC 6648 made the prefix meaningless. */
const extensionsByType = new Map<string, Set<string>>();
const typesByExtension = new Map<string, Set<string>>();

function addName(type: string, extension: string): void {
  const name = withoutX(type);
  extensionsByType.set(name, (extensionsByType.get(name) ?? new Set()).add(extension));
  typesByExtension.set(extension, (typesByExtension.get(extension) ?? new Set()).add(name));
}

for (const [type, { extensions = [] }] of Object.entries(mediaTypes)) {
  if (!anything.has(type)) for (const extension of extensions) addName(type, extension);
}
for (const [extension, types] of Object.entries(otherNames)) for (const type of words(types)) addName(type, extension);

/** Types of Office and OpenDocument: no list has all of them. */
const officeType = /^application\/vnd\.(?:ms-|openxmlformats-officedocument\.|oasis\.opendocument\.)/;

/** Whether a type says nothing about its file. */
export function isAnything(type: string): boolean {
  return anything.has(type);
}

/** The extensions of a media type: all names of a format have one in common. */
export function extensionsOfType(type: string): ReadonlySet<string> {
  const known = [...(extensionsByType.get(withoutX(type)) ?? [])];
  if (known.length === 0 && officeType.test(type)) return new Set(words(`zip cfb ${office}`));
  return new Set([...known, ...(type.endsWith("+xml") ? ["xml"] : [])]);
}

/**
 * The extensions that a file may have whose content is of a format.
 *
 * @param extension of the format, as detected
 */
export function listKin(extension: string): ReadonlySet<string> {
  const held = containers.filter(({ found }) => words(found).includes(extension)).flatMap(({ holds }) => words(holds));
  return new Set([extension, ...held, ...listSynonyms(extension)]);
}

/** Other extensions of the same types: `jpeg` of `jpg`. */
export function listSynonyms(extension: string): string[] {
  return [...(typesByExtension.get(extension) ?? [])].flatMap((type) => [...(extensionsByType.get(type) ?? [])]);
}

const perceived = /^(?:image|audio|video|font)\//;

/** Whether a file of the type is to be seen or heard, so that it cannot be a page or a program. */
export function isMediaType(type: string): boolean {
  return perceived.test(type);
}

/** Whether an extension is of pictures, sounds or films alone. */
export function isMediaExtension(extension: string): boolean {
  const types = [...(typesByExtension.get(extension) ?? [])];
  return types.length > 0 && types.every(isMediaType);
}
