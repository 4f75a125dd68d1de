/**
 * Parses a file as systemd reads an EnvironmentFile (systemd.exec(5)), and allows line ends of
 * Windows. `ignoredLines`: numbers of the lines without an assignment, such as `export PORT=80`.
 */
export function parseEnvironmentFile(text: string) {
  const variables = new Map<string, string>()
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const others = lines.replaceAll(ASSIGNMENT, (whole, name?: string, value = '') => {
    if (name) variables.set(name, unquote(value))
    return whole.replaceAll(/[^\n]/g, '')
  })
  const ignoredLines = others
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : index + 1))
  return { variables: Object.fromEntries(variables), ignoredLines }
}

/** A comment, or a name and its value. Quotes and a backslash may continue on the next line. */
const ASSIGNMENT =
  /^[ \t]*(?:[#;](?:\\\n|[^\n])*|([A-Za-z_]\w*)[ \t]*=[ \t]*((?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\n'"\\])*))/gm

const PART = /'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])|([^'"\\]+)/g

function unquote(value: string) {
  const parts = value.trimEnd().matchAll(PART)
  return [...parts]
    .map(([, single, double, escaped, plain]) => {
      if (double !== undefined)
        return double.replaceAll(/\\\n/g, '').replaceAll(/\\(["\\`$])/g, '$1')
      if (escaped !== undefined) return escaped === '\n' ? '' : escaped
      return single ?? plain ?? ''
    })
    .join('')
}
