const HEADER_BYTES = 4
/** MPEG-2 Layer III, no checksum, 32 kbit/s, 22,050 Hz. The padding and private bits may differ. */
const FIRST_BYTES = [0xff, 0xf3, 0x40]
const PADDING = 0x02
const PRIVATE = 0x01
const MONO = 0b11
const FRAME_BYTES = 104

/** True if no frame needs earlier frames (bit reservoir: ISO/IEC 13818-3 and 11172-3, 2.4.1). */
export function isJoinable(mp3: Uint8Array): boolean {
  let at = 0
  while (at < mp3.length) {
    const [sync, version, rates = 0, channels = 0, mainDataBegin] = mp3.subarray(at, at + 5)
    const hasFormat =
      sync === FIRST_BYTES[0] &&
      version === FIRST_BYTES[1] &&
      (rates & ~(PADDING | PRIVATE)) === FIRST_BYTES[2] &&
      channels >> 6 === MONO
    if (!hasFormat || mainDataBegin !== 0) return false
    at += FRAME_BYTES + (rates & PADDING ? 1 : 0)
  }
  return at === mp3.length && mp3.length > HEADER_BYTES
}
