/** Parses NAME=value lines in Notepad's encodings. A backslash is literal, as in Windows paths. */
export function parseSettings(bytes: Buffer) {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  const variables = new Map<string, string>()
  const ignoredLines: number[] = []
  // The decoder drops a byte order mark.
  for (const [index, line] of new TextDecoder(encoding)
    .decode(bytes)
    .split(/\r\n?|\n/)
    .entries()) {
    const [, name, value = ''] = /^\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (name) variables.set(name, value.replace(/^(["'])(.*)\1$/, '$2'))
    else if (/^\s*[^#;\s]/.test(line)) ignoredLines.push(index + 1)
  }
  return { variables: Object.fromEntries(variables), ignoredLines }
}
