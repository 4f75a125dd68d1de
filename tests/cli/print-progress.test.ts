import { expect, test } from 'bun:test'
import { createProgressPrinter } from '../../server/cli/print-progress.ts'

function print(isTTY: boolean) {
  const written: string[] = []
  const printer = createProgressPrinter({ isTTY, write: text => written.push(text) })
  printer.print({ doing: 'packing', percent: 61 })
  printer.print({ doing: 'packing', percent: 62 })
  printer.end()
  printer.end()
  return written
}

test('progress is one line that is written over and goes in the end', () => {
  const clear = '\r\x1b[K'
  expect(print(true)).toEqual([`${clear}packing, 61 %`, `${clear}packing, 62 %`, clear])
})

test('a log or a pipe gets no progress', () => {
  expect(print(false)).toEqual([])
})
