/** The part of a file that is asked for: both ends included; `none` when it has no such part. */
type ByteRange = { from: number; to: number } | 'none'

/** `bytes=0-99`, `bytes=100-` or `bytes=-500`; null for everything else, which is answered whole. */
export function parseByteRange(header: string | undefined, length: number): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') return toRange(Math.max(0, length - Number(last)), length - 1)
  if (last !== '' && Number(last) < Number(first)) return null
  return toRange(Number(first), last === '' ? length - 1 : Math.min(Number(last), length - 1))
}

function toRange(from: number, to: number): ByteRange {
  return from <= to ? { from, to } : 'none'
}
