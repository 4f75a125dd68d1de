import { formatProgress, type Progress } from '#domain/backups/backups'

const CLEAR_LINE = '\r\x1b[K'

type Output = { isTTY: boolean; write(text: string): void }

export type ProgressPrinter = ReturnType<typeof createProgressPrinter>

export function createProgressPrinter(output: Output = process.stderr) {
  let isShown = false
  return {
    print(progress: Progress) {
      if (!output.isTTY) return
      isShown = true
      output.write(`${CLEAR_LINE}${formatProgress(progress)}`)
    },
    end() {
      if (isShown) output.write(CLEAR_LINE)
      isShown = false
    },
  }
}
