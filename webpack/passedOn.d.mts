export function passedOn(file: string): string[];
