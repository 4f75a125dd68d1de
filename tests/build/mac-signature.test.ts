import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { findSignatureProblem } from '../../server/build/mac-signature.ts'

const PAGE = 4096
const SIGNED_BYTES = 2 * PAGE + 100

/** A program of three pages, the last of which is short, with an ad-hoc signature as a linker makes. */
function createProgram(covered = SIGNED_BYTES) {
  const content = Buffer.alloc(SIGNED_BYTES, 'program')
  content.writeUInt32LE(0xfeedfacf, 0)
  content.writeUInt32LE(2, 16)
  content.set(toWords('LE', 0x32, 16, 0, 0, 0x1d, 16, SIGNED_BYTES, 500), 32)
  const pages = [0, 1, 2].map(page => content.subarray(page * PAGE, (page + 1) * PAGE))
  const hashes = pages.map(page => createHash('sha256').update(page).digest())
  const directory = Buffer.concat([
    toWords('BE', 0xfade0c02, 0, 0x20400, 2, 44, 0, 0, 3, covered),
    Buffer.from([32, 2, 0, 12, 0, 0, 0, 0]),
    ...hashes,
  ])
  const signature = toWords('BE', 0xfade0cc0, 0, 1, 0, 20)
  return Buffer.concat([content, signature, directory])
}

function toWords(order: 'LE' | 'BE', ...words: number[]) {
  const bytes = Buffer.alloc(4 * words.length)
  for (const [index, word] of words.entries()) {
    if (order === 'LE') bytes.writeUInt32LE(word, 4 * index)
    else bytes.writeUInt32BE(word, 4 * index)
  }
  return bytes
}

test('a file for macOS that is as it was signed is in order', () => {
  expect(findSignatureProblem(createProgram())).toBeNull()
})

test('a changed byte, a signature of a shorter file, and a missing signature are found', () => {
  for (const at of [100, PAGE - 1, SIGNED_BYTES - 1]) {
    const program = createProgram()
    program[at] = 0
    expect(findSignatureProblem(program)).toBe('it differs from its signature')
  }
  expect(findSignatureProblem(createProgram(2 * PAGE))).toBe('its signature covers a part of it')
  const unsigned = createProgram()
  unsigned.writeUInt32LE(1, 16)
  expect(findSignatureProblem(unsigned)).toBe('it has no signature')
})
