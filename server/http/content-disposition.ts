const ENDINGS: Record<string, RegExp> = {
  'image/png': /\.png$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/gif': /\.gif$/i,
  'image/webp': /\.webp$/i,
}
const MAX_NAME_LENGTH = 120

/** Shown, not saved; saved under its name with the ending that its content has (RFC 6266, RFC 5987). */
export function formatContentDisposition(name: string, mime: string) {
  const stem = Array.from(name.toWellFormed()).slice(0, MAX_NAME_LENGTH).join('')
  const full = ENDINGS[mime]?.test(stem) ? stem : `${stem}.${mime.replace(/^.*\//, '')}`
  const plain = full.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(full).replace(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}
