/**
 * Names as pages write them. The SEC writes about a third of its filers in capitals (`PROCTER & GAMBLE Co`),
 * which shout in a headline. Answers for programs keep the SEC's spelling.
 */

/** What the SEC appends to a name to distinguish filers: `AMPHENOL CORP /DE/`, `AGCO CORP /DE`. */
const TAIL = /\s*[/\\]\s*[A-Z]{2,3}\s*[/\\]?$/;
/** Words that are often in small letters although the name itself is in capitals. */
const LEGAL_FORMS = /\b(?:Inc|Corp|Co|Cos|Ltd|Llc|Plc|plc|Trust|Group|Holdings|de|and|of)\b/g;

/** Short words that are not initials. All others (`CSX`) stay as filed. */
const SHORT_WORDS = wordSet(
  `ACME AERO AIR ALL ALTA APEX AQUA ARCH AREA ARES ARTS ASIA AURA AUTO AVID BALL BANC BANK BAR BASE BATH BAY BEAR BED BEER BEST BIG
  BIO BIT BLUE BODY BOND BONE BOOT BOX BOY BUY CAL CAN CAP CAR CARE CASH CASS CELL CITY CO COAL COCA COLA COOL CORE CORN
  CORP COS CRUZ CRYO DANA DASH DATA DAY DEAL DEBT DEEP DICK DIGI DISC DO DOT DOW DR EAST ECO ELI END ERIE EURO FACT FAIR FARM
  FAST FAT FATE FIRE FIVE FIX FLEX FOOD FOOT FORD FOX FREE FUEL FULL FUND FURY FUSE GAIA GAP GAS GIGA GOLD GOOD GRAN GRAY GRID
  GROW GULF HAIN HAIR HALF HERC HESS HIGH HILL HOME HONG HOOK HOPE HOST HUB HUNT ICON IDEA INC INNO IRON JACK JADE JOE JOHN
  JUAN KEY KID KISH KITE KONG KORN LA LABS LAKE LAM LAND LANG LEAD LEAF LEAR LEE LIFE LIME LINE LION LIVE LOAN LONG LOS
  LTD LUNA LUX MACH MADE MAG MAIN MALT MAN MANN MART MASS MATE MAUI MAX MAYS MEAT MED MESA META METS MID MIND MOOG MUNI NATE
  NAT NET NEW NEWS NEXT NICE NIKE NORD NOVA NOVO OAK OFF OHIO OIL OLD OLIN ONE OPEN OWL PAID PAN PAPA PAR PARK PASS PATH
  PET PLUG PLUS POET POOL PRO PUMA PURE RAD RAIL RAND RARE RATE RAVE REAL RED REED REST RICE RIDE RING RIO RISE RISK RITE
  ROCK ROSS ROWE RUSH RYAN SAFE SAGA SAN SAUL SEA SHIP SHOE SHOP SKIN SKY SON SONS SPA STAR STEM STOP SUN SURF TAKE TARO
  TASK TAX TAXI TEAM TECH TERM TEST TEXT THE TIER TILE TIM TIME TIRE TOOL TOP TORO TREE TRI TRIO TROY TWIN TWO UNIT UTAH
  VAIL VISA WAL WANG WASH WAVE WAY WEED WEIS WELL WEST WIDE WILD WIND WIRE WOLF WOOD WRAP WYNN YALE YELP YORK ZION`,
);
const LITTLE_WORDS = wordSet('AND AT BY DEL FOR FROM IN OF ON THE TO');
const SHORT = 4;
/** Longer words whose capitals are irregular. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  `abrdn AECOM AstraZeneca AutoNation AutoZone BioMarin BlackRock BorgWarner CarMax DocuSign eBay FactSet FedEx GAMCO GameStop
  iRobot iShares ITOCHU JetBlue JPMorgan LendingTree MetLife MSCI NVIDIA NiSource PacifiCorp PayPal PennyMac PIMCO PriceSmart
  ProPetro ProShares PulteGroup QuickLogic ResMed ServiceNow SkyWest STRATS TELUS TopBuild TreeHouse TripAdvisor UnitedHealth VeriSign
  WesBanco WisdomTree`
    .split(/\s+/)
    .map((word) => [word.toUpperCase(), word]),
);
/** Slips in names that have capitals and small letters. */
const SLIPS: readonly (readonly [RegExp, string])[] = [
  [/\bS&p\b/g, 'S&P'],
  [/^Sp Funds\b/, 'SP Funds'],
];
const WORD = /[\p{L}\p{N}]+(?:[.'’][\p{L}\p{N}]+)*/gu;

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** Writes a filer's or a fund's name without the SEC's suffix and not in capitals. */
export function shownName(filed: string): string {
  const name = filed.replace(TAIL, '');
  if (/\p{Ll}/u.test(name.replace(LEGAL_FORMS, ''))) {
    return SLIPS.reduce((text, [slip, meant]) => text.replace(slip, meant), name);
  }
  return inWords(name.replace(/ COM(?=,? (?:INC|CORP|LTD)\b|$)/i, '.COM'));
}

/** Writes a line of business of the SEC's list, which is partly in capitals: `Retail: Eating Places`. */
export function shownIndustry(listed: string): string {
  const text = /\p{Ll}/u.test(listed) ? listed : inWords(listed);
  return text.replace(/^(Services|Retail|Wholesale)-(?=\p{Lu})/u, '$1: ').replace(/\bETC\b\.?/, 'etc');
}

function inWords(capitals: string): string {
  return capitals.replace(WORD, (word, at: number) => {
    const isInside = capitals[at - 1] === ' ' && capitals[at + word.length] === ' ';
    if (isInside && LITTLE_WORDS.has(word)) return word.toLowerCase();
    return word
      .split(/([.'’])/)
      .map((part, place, parts) => partInWords(part, parts[place - 1], parts[place + 1]))
      .join('');
  });
}

/** Writes a word, or a part between points or apostrophes: the `S` of `KOHL'S`, the `COM` of `AMAZON.COM`. */
function partInWords(part: string, before: string | undefined, after: string | undefined): string {
  const isBeforeApostrophe = after !== undefined && after !== '.';
  if (before === '.' && part === 'COM') return 'com';
  if (before !== undefined && before !== '.' && part.length <= 2) return part.toLowerCase();
  const spelling = SPELLINGS.get(part);
  if (spelling !== undefined) return spelling;
  if (/^\d+(?:ST|ND|RD|TH)$/.test(part)) return part.toLowerCase();
  if (isInitials(part) && !isBeforeApostrophe) return part;
  const title = part.charAt(0) + part.slice(1).toLowerCase();
  return title.replace(/^Mc(\p{Ll})(?=\p{Ll}{2})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`);
}

/** Whether a part is initials or a number, and so stays as it is. */
function isInitials(part: string): boolean {
  return part.length <= SHORT ? !SHORT_WORDS.has(part) : /^[IVX]+$/.test(part);
}
