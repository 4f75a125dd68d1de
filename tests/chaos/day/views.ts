export type View = Record<string, string[]>
export type Check = { about: string; error: string | null }

export function createCheck(about: string, isRight: boolean, error: string): Check {
  return { about, error: isRight ? null : error }
}

export function compareViews(viewer: string, actual: View, expected: View): Check[] {
  return Object.entries(actual).map(([section, lines]) => {
    const right = expected[section] ?? []
    const length = Math.max(lines.length, right.length)
    const wrong = Array.from({ length }, (_, n) => n).find(n => lines[n] !== right[n])
    if (wrong === undefined) return { about: viewer, error: null }
    const [is, shouldBe] = [lines[wrong] ?? 'missing', right[wrong] ?? 'missing']
    const error = `line ${wrong + 1} is "${is}", and should be "${shouldBe}"`
    return { about: viewer, error: `${viewer}, ${section}: ${error}` }
  })
}
