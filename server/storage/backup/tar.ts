import { type FileHandle, open } from 'node:fs/promises'
import { DomainError } from '#domain/errors'

/** A plain POSIX tar: every system opens one, and neither end needs the whole of it in memory. */
const BLOCK = 512
const CHUNK = 1024 * 1024
/** Eleven octal digits. */
export const LARGEST_PART = 8 ** 11 - 1
const NAME_BYTES = 100
const AT_THE_END = 2 * BLOCK
// tar itself fills up to this.
const MOST_FILLING = 20 * BLOCK

export type Part = { name: string; bytes: number; content: string | Uint8Array }

/** Writes a new file, readable by its owner alone; on the disk when it resolves. `content` is a path or bytes. */
export async function writeTar(path: string, parts: Part[], at: string) {
  const file = await open(path, 'wx', 0o600)
  try {
    for (const part of parts) {
      await file.write(header(part, at))
      const written = await writeContent(file, part.content)
      if (written !== part.bytes) throw new Error(`${part.name} changed while it was packed`)
      await file.write(Buffer.alloc(padding(written)))
    }
    await file.write(Buffer.alloc(AT_THE_END))
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeContent(into: FileHandle, content: string | Uint8Array) {
  if (typeof content !== 'string') return (await into.write(content)).bytesWritten
  const from = await open(content)
  try {
    let written = 0
    for await (const chunk of chunks(from, 0, (await from.stat()).size)) {
      written += (await into.write(chunk)).bytesWritten
    }
    return written
  } finally {
    await from.close()
  }
}

function header({ name, bytes }: Part, at: string) {
  if (name.length > NAME_BYTES || bytes > LARGEST_PART)
    throw new Error(`${name} does not fit a tar`)
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  block.write(name, 0)
  block.write(octal(0o600, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(bytes, 11), 124)
  block.write(octal(Math.floor(Date.parse(at) / 1000), 11), 136)
  block.write('ustar\x0000', 257)
  block.write('0', 156)
  block.write(`${octal(checksum(block), 6)} `, 148)
  return block
}

/** The checksum's own field counts as blanks. */
function checksum(block: Uint8Array) {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
}

function padding(bytes: number) {
  return (BLOCK - (bytes % BLOCK)) % BLOCK
}

export type Entry = { name: string; bytes: number; content(): AsyncIterable<Uint8Array> }

/**
 * The entries of a tar, plain files only, from the first to the end that it must have. Refuses whatever is
 * cut short or changed. Names are told as they stand there: they are the reader's to judge.
 */
export async function* readTar(path: string): AsyncGenerator<Entry> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    let at = 0
    for (;;) {
      const block = await blockAt(file, at)
      at += BLOCK
      if (block.every(byte => byte === 0)) return await refuseWithoutEnd(file, at, size)
      const { name, bytes } = readHeader(block)
      const from = at
      if (from + bytes + padding(bytes) > size) throw damaged('it is cut short')
      yield { name, bytes, content: () => chunks(file, from, bytes) }
      at = from + bytes + padding(bytes)
    }
  } finally {
    await file.close()
  }
}

async function blockAt(file: FileHandle, at: number) {
  const block = Buffer.alloc(BLOCK)
  const { bytesRead } = await file.read(block, 0, BLOCK, at)
  if (bytesRead < BLOCK) throw damaged('it is cut short')
  return block
}

async function refuseWithoutEnd(file: FileHandle, at: number, size: number) {
  const rest = size - at
  if (rest < AT_THE_END - BLOCK) throw damaged('it is cut short')
  if (rest > MOST_FILLING) throw damaged('something follows its end')
  for await (const chunk of chunks(file, at, rest)) {
    if (chunk.some(byte => byte !== 0)) throw damaged('something follows its end')
  }
}

function readHeader(block: Buffer) {
  const text = (from: number, to: number) =>
    block.subarray(from, to).toString('latin1').replace(/\0.*$/s, '')
  const number = (from: number, to: number) => {
    const digits = text(from, to).trim()
    return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
  }
  if (text(257, 262) !== 'ustar') throw damaged('it is no backup of this program')
  if (number(148, 156) !== checksum(block)) throw damaged('it was changed')
  const bytes = number(124, 136)
  const isPlainFile = text(156, 157) === '0' && text(345, BLOCK) === ''
  if (!isPlainFile || Number.isNaN(bytes)) throw damaged('it holds something that is no file')
  return { name: text(0, NAME_BYTES), bytes }
}

async function* chunks(file: FileHandle, from: number, bytes: number) {
  let done = 0
  while (done < bytes) {
    const wanted = Math.min(CHUNK, bytes - done)
    const chunk = Buffer.alloc(wanted)
    const { bytesRead } = await file.read(chunk, 0, wanted, from + done)
    if (bytesRead === 0) throw damaged('it is cut short')
    done += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}

export function damaged(because: string) {
  return new DomainError(`This backup cannot be used: ${because}`, { status: 409 })
}
