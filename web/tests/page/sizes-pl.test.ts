import { testSizes } from "./sizes";

testSizes("pl");
