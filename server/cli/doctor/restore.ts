import { readRestoreRecord } from '../../storage/backup/restore-record.ts'
import { type Finding, ok, problem } from './finding.ts'

const TOPIC = 'restore'

/** What became of the last restore; nothing if there was none. */
export function checkRestore(dataDir: string): Finding[] {
  const record = readRestoreRecord(dataDir)
  if (!record) return []
  const what = `${record.name} (${record.at})`
  switch (record.state) {
    case 'checking':
      return [ok(TOPIC, `${what} is being checked, or that was interrupted; the data is untouched`)]
    case 'ready':
    case 'replacing': {
      const advice = 'Start the program: it completes the restore before it does anything else.'
      return [problem(TOPIC, `${what} is not complete`, advice)]
    }
    case 'restored':
      return [ok(TOPIC, `${what} was restored`)]
    case 'unchanged':
      return [ok(TOPIC, `${what} was not restored, the data is unchanged: ${record.because}`)]
  }
}
