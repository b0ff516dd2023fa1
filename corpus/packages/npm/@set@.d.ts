import type { Vector } from './vector';
export declare const vectors: Vector[];
