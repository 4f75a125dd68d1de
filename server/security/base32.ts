const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** Five bits a letter, small letters only: paths are the same in capitals. */
export function base32(bytes: Uint8Array) {
  let [bits, held, text] = [0, 0, '']
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + LETTERS[(held << (5 - bits)) & 31]
}
