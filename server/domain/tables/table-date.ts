/** The first letters of the months in English and Malay. */
const MONTHS = [
  ['jan'],
  ['feb'],
  ['mar', 'mac'],
  ['apr'],
  ['may', 'mei'],
  ['jun'],
  ['jul'],
  ['aug', 'ogo', 'ogs'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dis'],
]
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/
const WITH_NAME = /^(\d{1,2})[-/. ]+([a-z]{3,})[-/., ]+(\d{4}|\d{2})$/i

/** YYYY-MM-DD of 2026-01-31, 31-Jan-2026, 31/01/2026, 31 Januari 2026 or Excel's 31-Jan-26. */
export function parseTableDate(text: string): string | null {
  const date = text.trim()
  const yearFirst = YEAR_FIRST.exec(date)
  if (yearFirst) return toDate(yearFirst[1], Number(yearFirst[2]), yearFirst[3])
  const dayFirst = DAY_FIRST.exec(date)
  if (dayFirst) return toDate(dayFirst[3], Number(dayFirst[2]), dayFirst[1])
  const withName = WITH_NAME.exec(date)
  if (!withName) return null
  const name = (withName[2] ?? '').toLowerCase().slice(0, 3)
  return toDate(withName[3], MONTHS.findIndex(names => names.includes(name)) + 1, withName[1])
}

function toDate(year = '', month = 0, day = '') {
  return `${year.padStart(4, '20')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}
