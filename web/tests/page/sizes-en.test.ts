import { testSizes } from "./sizes";

testSizes("en");
