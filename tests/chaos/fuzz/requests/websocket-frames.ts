import type { SeededRandom } from '../../seeded-random.ts'

const [TEXT, BINARY, CLOSE, PING] = [1, 2, 8, 9]
const LENGTHS = { short: 125, twoBytes: 126, eightBytes: 127 }
const MASKED = 0x80
const FINAL = 0x80

/** A few websocket frames (RFC 6455), some of which break its rules. */
export function createFrames(createMessage: () => string, random: SeededRandom): Uint8Array {
  const frames: Uint8Array[] = [createFrame(TEXT, Buffer.from(createMessage()))]
  while (random.happens(0.6)) frames.push(createOddFrame(createMessage, random))
  return Buffer.concat(frames)
}

function createOddFrame(createMessage: () => string, { oneOf }: SeededRandom) {
  const message = Buffer.from(createMessage())
  return oneOf<() => Uint8Array>(
    () => createFrame(TEXT, message),
    () => createFrame(BINARY, message),
    () => createFrame(TEXT, new Uint8Array([0xff, 0xfe, 0xed, 0xa0, 0x80])),
    () => createFrame(PING, new Uint8Array(oneOf(0, 125, 126))),
    () => createFrame(CLOSE, new Uint8Array(oneOf(0, 1, 2))),
    () => createFrame(oneOf(0, 3, 7, 11, 15), message),
    () => createFrame(TEXT, message, { isFinal: false }),
    () => createFrame(TEXT, message, { isMasked: false }),
    // Far longer than what follows.
    () => new Uint8Array([FINAL | TEXT, MASKED | LENGTHS.eightBytes, ...Array(8).fill(0x7f)]),
    () => message,
  )()
}

function createFrame(
  opcode: number,
  payload: Uint8Array,
  { isFinal = true, isMasked = true }: { isFinal?: boolean; isMasked?: boolean } = {},
) {
  const { length } = payload
  const size = length <= LENGTHS.short ? length : LENGTHS.twoBytes
  const isLong = length > 0xffff
  const head = [
    (isFinal ? FINAL : 0) | opcode,
    (isMasked ? MASKED : 0) | (isLong ? LENGTHS.eightBytes : size),
  ]
  const extra = Buffer.alloc(isLong ? 8 : size === LENGTHS.twoBytes ? 2 : 0)
  if (isLong) extra.writeBigUInt64BE(BigInt(length))
  else if (extra.length > 0) extra.writeUInt16BE(length)
  // A mask of zeros leaves the payload as it is.
  const mask = new Uint8Array(isMasked ? 4 : 0)
  return Buffer.concat([new Uint8Array(head), extra, mask, payload])
}
