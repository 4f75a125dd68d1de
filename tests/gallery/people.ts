import { DEMO_NAMES } from '../../server/cli/demo.ts'

/** Invented names as in a Malaysian waiting room: short, long, in three scripts, and null. */
export const NAMES: (string | null)[] = [
  ...DEMO_NAMES.slice(0, 12),
  null,
  ...DEMO_NAMES.slice(12),
  '陈伟明',
  'ROSLAN BIN YUSOF',
  'ONG BEE LENG',
  'கிருஷ்ணன்',
  'KAMALA A/P SUBRAMANIAM',
  'ZULKIFLI HASSAN',
  'NG SIEW PENG',
  'ABDUL RAHMAN BIN ABDULLAH',
  'JENNIFER LAU',
  'AMINAH OSMAN',
  'VIKNESWARAN',
  'CHUA',
  'MARIAM',
]

export function nameOf(index: number) {
  return NAMES[index % NAMES.length] ?? null
}

/** Names of the maximum length, in the scripts that patients use. */
export const LONG_NAMES = [
  'MUHAMMAD AMIRUL HAKIM ALI',
  'WWWWWWWWWWWWWWWWWWWWWWWWW',
  'KUNJU VALLIAMMAH A/P SIVA',
  '欧阳娜娜上官婉儿司马相如诸葛孔明',
  'ராமச்சந்திரன் சுப்பிரமணியன்',
]
