import type { KioskSentences } from './en.ts'

export const zh: KioskSentences = {
  start: '取号',
  closed: '现在休息。开放时间 {from} 至 {to}。',
  counter: '请到柜台',
  why: '您来办理什么？',
  other: '其他',
  queueGone: '此项目目前不可用，请重新选择。',
  who: '请问您的姓名？',
  nameOptional: '可以不填。',
  name: '姓名',
  cut: '姓名最多 {max} 个字符。',
  nameNeeded: '请输入您的姓名。',
  take: '取我的号码',
  withoutName: '不填姓名',
  back: '返回',
  wait: '请稍候',
  yourNumber: '您的号码',
  seat: '请就座，我们会叫这个号码。',
  scan: '扫描查看何时轮到您',
  printed: '请取走您的票。',
  done: '完成',
}
